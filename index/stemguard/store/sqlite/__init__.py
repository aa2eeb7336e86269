"""The store on disk: one SQLite file of packed segments."""
