"""Find things in a workspace: exact before stem, by symbol and by section."""
