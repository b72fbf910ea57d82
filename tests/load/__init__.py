"""Many players at once for benches and tests of faults: games whose moves are known beforehand, and quick clients."""
