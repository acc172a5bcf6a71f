"""A crowd of people over the real protocol: they think, lose their line, have second pages, and note what was confirmed."""
