"""The stores: one in memory that is obviously right, one on disk that is fast."""
