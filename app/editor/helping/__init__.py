"""Help where one works: what each page is for, its keys, and a card when it is seen first."""
