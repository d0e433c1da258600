"""Prints the tables of zones and of calendars as JSON: what `npm run calendars` writes, from pinned libraries.

    python3 tables.py

Zones: of each zone of the tz database its offsets from UTC and its clock changes since 1970, and the rule (of POSIX) by
which it goes on after the last of them. Calendars: of each exchange of exchange_calendars its clock, range, weekdays,
hours, days without a session, and sessions with other hours.
"""

import datetime
import json
import os
import struct
import sys
import warnings

import exchange_calendars
import pandas
import tzdata
from exchange_calendars import calendar_utils

# Calendars that are no exchange's: Tapefold has its own days around the clock and its own week of New York.
NO_EXCHANGES = {"24/5", "24/7", "us_futures"}

# Journals count microseconds from 1970 on.
FIRST_DATE = pandas.Timestamp("1970-01-02")
# Holidays that are computed have no end; those of the moon are listed up to here at most.
LAST_YEAR = 2049
# The last year for which the library lists the holidays of an exchange. After it they vanish without a word: those of
# the Muslim and the Hindu year in Bangkok, Jakarta, Karachi, Kuala Lumpur and Manila, elections in Seoul, equinoxes in
# Tokyo, the days around New Year that Taipei announces year by year.
LISTED_TO = {
    "XBKK": 2029,
    "XIDX": 2025,
    "XKAR": 2025,
    "XKLS": 2029,
    "XKRX": 2029,
    "XPHS": 2027,
    "XTAI": 2026,
    "XTKS": 2040,
}

WEEKDAYS = "1234567"


def base36(number):
    digits = ""
    number, sign = abs(number), "-" if number < 0 else ""
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if number == 0:
            return sign + digits


def steps(numbers):
    """Ascending numbers, each as its distance from the one before."""
    texts, before = [], 0
    for number in numbers:
        texts.append(base36(number - before))
        before = number
    return " ".join(texts)


# --- zones


def read_zone(name):
    """Clock changes (seconds since 1970, offset after it in seconds), the offset in 1970, and the rule after the last."""
    path = os.path.join(os.path.dirname(tzdata.__file__), "zoneinfo", *name.split("/"))
    with open(path, "rb") as file:
        data = file.read()

    def counts(at):
        return struct.unpack(">6l", data[at + 20 : at + 44])

    utc, standard, leaps, changes, types, letters = counts(0)
    # The second block has times of 64 bits.
    at = 44 + changes * 5 + types * 6 + letters + leaps * 8 + standard + utc
    utc, standard, leaps, changes, types, letters = counts(at)
    at += 44
    times = struct.unpack(f">{changes}q", data[at : at + 8 * changes])
    at += 8 * changes
    kinds = data[at : at + changes]
    at += changes
    offsets = [struct.unpack(">lBB", data[at + 6 * i : at + 6 * i + 6])[0] for i in range(types)]
    at += 6 * types + letters + leaps * 12 + standard + utc
    rule = data[at:].decode("ascii").strip()
    current, later = offsets[0], []
    for time, kind in zip(times, kinds):
        offset = offsets[kind]
        if time <= 0:
            current = offset
        elif offset != (later[-1][1] if later else current):
            later.append((time, offset))
    # The rule holds from the last change on, also from one that left the offset as it was.
    if times and times[-1] > (later[-1][0] if later else 0):
        later.append((times[-1], offsets[kinds[-1]]))
    return current, later, rule


def zone_lines():
    with open(os.path.join(os.path.dirname(tzdata.__file__), "zones"), encoding="ascii") as file:
        names = sorted(line.strip() for line in file if line.strip())
    alike = {}
    for name in names:
        first, changes, rule = read_zone(name)
        alike.setdefault((first, tuple(changes), rule), []).append(name)
    lines = []
    for (first, changes, rule), those in alike.items():
        offsets = [first, *sorted({offset for _, offset in changes} - {first})]
        kinds = "".join(base36(offsets.index(offset)) for _, offset in changes)
        fields = [",".join(those), ",".join(map(str, offsets)), kinds]
        lines.append("|".join([*fields, steps(time for time, _ in changes), rule]))
    return lines


# --- calendars


def minutes_after(days, instants, zone):
    """Of each session, the minutes from the midnight of its date to an instant, as the clock of a zone shows them."""
    # A zone by its name would be one of pytz, which has no clock changes after 2037.
    clocks = instants.dt.tz_convert(zone).dt.tz_localize(None)
    minutes = (clocks - days) / pandas.Timedelta(minutes=1)
    return [None if pandas.isna(one) else int(one) for one in minutes]


def hours_of(calendar):
    """Session (days since 1970) → (open, close, start and end of the break) in minutes after midnight."""
    schedule = calendar.schedule
    names = ("open", "close", "break_start", "break_end")
    columns = [minutes_after(schedule.index, schedule[name], calendar.tz) for name in names]
    return dict(zip(map(day_number, schedule.index), zip(*columns)))


def day_number(day):
    return (day - pandas.Timestamp("1970-01-01")).days


def clock(minutes):
    sign = "-" if minutes < 0 else ""
    return f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def hours_text(hours):
    opens, closes, start, end = hours
    if start is None:
        return f"{clock(opens)} {clock(closes)}"
    return f"{clock(opens)} {clock(start)} {clock(end)} {clock(closes)}"


def regular_hours(calendar, day):
    """The hours that the library says are regular on a date, in minutes."""

    def of(times, offset=0):
        if times is None:
            return None
        time = None
        for since, one in times:
            if since is None or since <= day:
                time = one
        return None if time is None else time.hour * 60 + time.minute + 1440 * offset

    return (
        of(calendar.open_times, calendar.open_offset),
        of(calendar.close_times, calendar.close_offset),
        of(calendar.break_start_times),
        of(calendar.break_end_times),
    )


def changes_of(values, days):
    """Pairs of the first day and the value, wherever it changes."""
    found = []
    for day, value in zip(days, values):
        if not found or found[-1][1] != value:
            found.append((day, value))
    return found


def weekmask_on(calendar, day):
    for start, end, mask in getattr(calendar, "special_weekmasks", ()):
        if (start is None or start <= day) and (end is None or day <= end):
            return mask
    return calendar.weekmask


def dated(changes, text_of):
    first, *rest = changes
    return ",".join([text_of(first[1]), *(f"{text_of(value)}@{day.date()}" for day, value in rest)])


def sessions_a_year(sessions, last_date):
    """The mean of the last ten whole years that have passed, rounded; of a shorter calendar, of all of them."""
    first, last = sessions[0], min(last_date.year, FINISHED_YEAR)
    years = [year for year in range(last - 9, last + 1) if year > first.year or first.day_of_year <= 6]
    counts = [int((sessions.year == year).sum()) for year in years if year >= first.year]
    return int(sum(counts) / len(counts) + 0.5)


# Known by a round number, to which the figures of papers and of the journals before refer.
ROUND_YEARS = {"XNYS": 252}
# The year before the release of the library that is pinned: figures of a calendar change with it alone.
FINISHED_YEAR = 2025


def calendar_line(name, kind):
    start = max(FIRST_DATE, kind.bound_min() or FIRST_DATE)
    last_year = LISTED_TO.get(name, LAST_YEAR)
    end = min(pandas.Timestamp(f"{last_year}-12-31"), kind.bound_max() or pandas.Timestamp("2100-01-01"))
    calendar = kind(start=start, end=end)
    zone = str(calendar.tz)
    hours = hours_of(calendar)
    days = pandas.date_range(start, end)
    masks = [weekmask_on(calendar, day) for day in days]
    regular_of = [regular_hours(calendar, day) for day in days]
    closed, special = [], {}
    for day, mask, regular in zip(days, masks, regular_of):
        number = day_number(day)
        is_weekday = mask[day.weekday()] == "1"
        if number not in hours:
            if is_weekday:
                closed.append(number)
            continue
        assert is_weekday, f"{name} has a session on {day.date()}, outside of its weeks"
        if hours[number] != regular:
            special.setdefault(hours[number], []).append(number)
    fields = [
        name,
        zone,
        f"{start.date()}..{end.date()}",
        str(ROUND_YEARS.get(name) or sessions_a_year(calendar.sessions, end)),
        dated(changes_of(masks, days), lambda mask: "".join(d for d, open_ in zip(WEEKDAYS, mask) if open_ == "1")),
        dated(changes_of(regular_of, days), hours_text),
        steps(closed),
        ",".join(f"{hours_text(those)} {steps(numbers)}" for those, numbers in sorted(special.items(), key=str)),
    ]
    print(f"{name}: {len(hours)} sessions from {start.date()} to {end.date()}", file=sys.stderr)
    return "|".join(fields)


def main():
    warnings.simplefilter("ignore")
    kinds = calendar_utils._default_calendar_factories
    names = sorted(name for name in kinds if name not in NO_EXCHANGES)
    json.dump(
        {
            "zones": zone_lines(),
            "calendars": [calendar_line(name, kinds[name]) for name in names],
            "zonesOf": f"tz database {tzdata.IANA_VERSION}",
            "calendarsOf": f"exchange_calendars {exchange_calendars.__version__}",
        },
        sys.stdout,
    )


main()
