"""The app context: everything a person sees or touches. The only floor that knows pygame."""
