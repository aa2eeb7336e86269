"""The language server and the command line of Stemguard."""
