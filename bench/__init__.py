"""Benchmarks, one command each: `python -m bench.relevance`, `python -m bench.figures`."""
