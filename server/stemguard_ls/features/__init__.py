"""One module a feature; each registers its handlers on the server."""
