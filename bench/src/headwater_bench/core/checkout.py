"""Places in the checkout of this package."""

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[4]
RESULTS = CHECKOUT / "bench" / "results"
