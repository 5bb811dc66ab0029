"""What is legal: variants, positions, moves, notation, draw laws and the kernel."""
