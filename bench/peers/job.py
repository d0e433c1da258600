"""What every peer is given, and what it answers: a CSV file of bars, and the capital."""

import json
import sys
from dataclasses import dataclass

import pandas as pd

FAST = 20
SLOW = 50


@dataclass(frozen=True)
class Given:
    file: str
    capital: float

    @property
    def step(self):
        """Length of a bar: files of daily bars have a date, others the bar's end."""
        with open(self.file) as lines:
            return "day" if "date" in next(lines) else "minute"

    def frames(self):
        """One frame a symbol, indexed by time."""
        if self.step == "minute":
            frame = pd.read_csv(self.file, index_col="timestamp")
            frame.index = pd.to_datetime(frame.index, utc=True, format="ISO8601")
            return {"S0": frame}
        every = pd.read_csv(self.file, index_col="date")
        every.index = pd.to_datetime(every.index, utc=True)
        frames = every.groupby("symbol", sort=True)
        return {symbol: frame.drop(columns="symbol") for symbol, frame in frames}

    def closes(self):
        """One column of closes a symbol."""
        return pd.DataFrame({symbol: frame["close"] for symbol, frame in self.frames().items()})


given = Given(sys.argv[1], float(sys.argv[2]))


def tell(final_equity, fills):
    print(json.dumps({"finalEquity": float(final_equity), "fills": int(fills)}))
