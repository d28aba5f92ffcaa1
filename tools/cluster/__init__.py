"""Several processes of Kiu on a PostgreSQL of their own, on this machine, with two who play."""
