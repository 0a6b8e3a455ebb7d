"""More than one machine: the shards of a run, handed to an engine that the user has."""
