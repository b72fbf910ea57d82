"""Many players at once for benches and tests of faults: games with moves known beforehand, and quick clients."""
