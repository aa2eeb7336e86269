"""Text to units: a bad file gives units and a reason, never an exception."""
