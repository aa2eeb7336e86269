"""From a request to an answer, over any corpus."""
