"""A partner who errs like a person: rates of slips and pace from real rounds, and the engine that plays by them."""
