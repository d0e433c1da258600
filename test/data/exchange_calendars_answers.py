"""What exchange_calendars and zoneinfo say, as JSON: of {"calendars": [[name, first, last]]} the days of all sessions with
their opens, closes and breaks in seconds since 1970, and of {"zones": [name], "instants": [second]} the offsets from UTC.
"""

import datetime
import json
import sys
import warnings
import zoneinfo


def sessions_of(name, first, last):
    import pandas
    from exchange_calendars import calendar_utils

    calendar = calendar_utils._default_calendar_factories[name](start=first, end=last)
    schedule = calendar.schedule
    epoch = pandas.Timestamp("1970-01-01")

    def seconds(column):
        return [
            None if pandas.isna(instant) else int(instant.timestamp()) for instant in schedule[column]
        ]

    return {
        "days": [(day - epoch).days for day in schedule.index],
        "opens": seconds("open"),
        "closes": seconds("close"),
        "pauses": seconds("break_start"),
        "resumes": seconds("break_end"),
    }


def offsets_of(name, instants):
    zone = zoneinfo.ZoneInfo(name)
    return [
        int(datetime.datetime.fromtimestamp(instant, zone).utcoffset().total_seconds())
        for instant in instants
    ]


warnings.simplefilter("ignore")
# The zones of the package that is pinned, not those of the machine.
zoneinfo.reset_tzpath([])
question = json.load(sys.stdin)
json.dump(
    {
        "calendars": [sessions_of(*one) for one in question.get("calendars", [])],
        "zones": [offsets_of(one, question["instants"]) for one in question.get("zones", [])],
    },
    sys.stdout,
)
