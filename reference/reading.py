"""Reads a folder with a dataset.yaml and CSV files of bars, dividends and splits (dataset-format.md).

Only a part of the format: dataset.yaml must be written as JSON, which is YAML too.
"""
import csv
import json
import os

def read_folder(folder):
    """The members `calendar` and `data` of a world; actions apply to raw prices only."""
    def rows(table):
        with open(os.path.join(folder, table["file"]), encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))

    with open(os.path.join(folder, "dataset.yaml"), encoding="utf-8") as file:
        keys = json.load(file)
    bars = keys["bars"] if isinstance(keys["bars"], list) else [keys["bars"]]
    data = {}
    for table in bars:
        for row in rows(table):
            symbol = data.setdefault(row.get("symbol") or table["symbol"], {
                "frequency": table["frequency"], "stamp": table["stamp"], "minutes": table.get("barMinutes"),
                "zone": table.get("timestampZone", keys.get("timeZone", "UTC")),
                "bars": [], "dividends": [], "splits": []})
            prices = [float(row[k]) for k in ("open", "high", "low", "close")]
            symbol["bars"].append([row.get("date") or row["timestamp"], *prices,
                                   float(row["volume"]) if row.get("volume") else None])
    if bars[0].get("priceBasis", "raw") == "raw" and bars[0].get("tradePrice", "close") == "close":
        for row in rows(keys["dividends"]) if "dividends" in keys else []:
            data[row["symbol"]]["dividends"].append(
                [row["ex_dividend_date"], row.get("declaration_date") or None, float(row["cash_amount"])])
        for row in rows(keys["splits"]) if "splits" in keys else []:
            data[row["symbol"]]["splits"].append(
                [row["execution_date"], float(row["split_from"]), float(row["split_to"])])
    return {"calendar": keys["calendar"], "data": data}
