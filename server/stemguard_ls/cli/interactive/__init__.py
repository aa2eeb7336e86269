"""`search --interactive`: a list that follows what is typed, in the server's order."""
