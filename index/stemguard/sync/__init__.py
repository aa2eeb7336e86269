"""From the disk to the store: which files, what changed, who reads them."""
