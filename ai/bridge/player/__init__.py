"""The player of honeymoon bridge: auction, exchange, and the play stage with the exact solver."""
