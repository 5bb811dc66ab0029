"""Text to games and back: grammar, parser driver, reader, game model, writer."""
