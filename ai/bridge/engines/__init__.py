"""The engines of honeymoon bridge behind the face of every engine, and the strengths for people."""
