"""A computer player for Risorgimento: guns first, fire before the bayonet, brigades kept to their tasks."""
