"""The salon: everything a person sees or touches. The only floor that knows pygame."""
