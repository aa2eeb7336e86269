"""The ranking rules: pure functions over integers, terms and arrays."""
