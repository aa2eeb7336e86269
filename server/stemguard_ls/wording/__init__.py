"""What a person reads of an answer: the same words on a terminal and in every editor."""
