"""What the library asks of the outside: protocols, and the values that cross them."""
