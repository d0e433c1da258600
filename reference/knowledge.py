"""Calendars, sessions, bars and knowledge times (page knowledge-times.md).

Instants are whole microseconds since 1970 (UTC).
"""
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from functools import cache

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
MICRO = 1_000_000
MINUTE = 60 * MICRO
DAY = 86_400 * MICRO
PER_YEAR = {"XNYS": 252, "24/5": 260, "24/7": 365}

def parse_instant(text, zone="UTC"):
    """An ISO instant; without an offset a clock time of the zone (dataset-format.md, `timeZone`)."""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    if moment.tzinfo is None and zone == "America/New_York":
        return new_york(moment.date(), moment.hour, moment.minute) + moment.second * MICRO
    if moment.tzinfo is None:
        moment = datetime.fromisoformat(moment.isoformat() + zone.replace("UTC", "+00:00"))
    return (moment - EPOCH) // timedelta(microseconds=1)

def show_instant(micros):
    moment = EPOCH + timedelta(microseconds=micros)
    text = moment.strftime("%Y-%m-%dT%H:%M:%S")
    return text + (f".{moment.microsecond:06d}" if moment.microsecond else "") + "Z"

def utc(day, hour=0, minute=0):
    return (day - date(1970, 1, 1)).days * DAY + hour * 60 * MINUTE + minute * MINUTE

@cache
def nth_weekday(year, month, weekday, n):
    """The n-th weekday (Monday is 0) of a month; n = -1 is the last one."""
    if n < 0:
        last = date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))

@cache
def new_york(day, hour, minute=0):
    """The instant of a New York clock time, by the daylight rule of 2007."""
    starts, ends = nth_weekday(day.year, 3, 6, 2), nth_weekday(day.year, 11, 6, 1)
    # A time that does not exist means an hour later, a repeated one the second ("Why so").
    summer = (starts, 3) <= (day, hour) < (ends, 1)
    return utc(day, hour, minute) + (4 if summer else 5) * 60 * MINUTE

def new_york_date(instant):
    day = date(1970, 1, 1) + timedelta(days=instant // DAY)
    return day if instant >= new_york(day, 0) else day - timedelta(days=1)

# XNYS from November 2023 to the end of 2026: full closures, and early ones at 13:00.
HOLIDAYS = """
2023-11-23 2023-12-25
2024-01-01 2024-01-15 2024-02-19 2024-03-29 2024-05-27 2024-06-19 2024-07-04 2024-09-02 2024-11-28 2024-12-25
2025-01-01 2025-01-09 2025-01-20 2025-02-17 2025-04-18 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-11-27 2025-12-25
2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-11-26 2026-12-25
""".split()
EARLY = """
2023-11-24 2024-07-03 2024-11-29 2024-12-24 2025-07-03 2025-11-28 2025-12-24 2026-11-27 2026-12-24
""".split()

@dataclass(frozen=True)
class Session:
    """A session: a day, or the days of a week or month. `date` is that of its last day."""
    date: date
    open: int
    close: int
    first: date  # its first trading day

class Calendar:
    """Sessions of XNYS, 24/5, 24/7 and of their weeks and months (section Calendars)."""

    def __init__(self, name, frequency, first, last):
        self.name, self.frequency = name, frequency
        days = []
        day = first - timedelta(days=45)
        while day <= last + timedelta(days=45):
            hours = self.hours(day)
            if hours:
                days.append((day, *hours))
            day += timedelta(days=1)
        self.days = [Session(d, o, c, d) for d, o, c in days]
        self.sessions = self.days if frequency in ("daily", "intraday") else self.periods()
        self.per_year = {"weekly": 52, "monthly": 12}.get(frequency, PER_YEAR[name])

    def hours(self, day):
        if self.name == "24/7":
            return utc(day), utc(day) + DAY
        if day.weekday() > 4:
            return None
        if self.name == "24/5":
            return new_york(day - timedelta(days=1), 17), new_york(day, 17)
        if str(day) in HOLIDAYS:
            return None
        return new_york(day, 9, 30), new_york(day, 13 if str(day) in EARLY else 16)

    def period(self, day):
        """The key of the week (Monday to Sunday) or month of a date."""
        monday = day - timedelta(days=day.weekday())
        return monday if self.frequency == "weekly" else (day.year, day.month)

    def periods(self):
        groups = {}
        for s in self.days:
            groups.setdefault(self.period(s.date), []).append(s)
        whole = list(groups.values())[1:-1]  # the outer ones may be incomplete
        return [Session(g[-1].date, g[0].open, g[-1].close, g[0].date) for g in whole]

    def midnight(self, day):
        return utc(day) if self.name == "24/7" else new_york(day, 0)

    def date_of(self, instant):
        """The date of an instant: New York's, of 24/7 the UTC day, of 24/5 the session's."""
        if self.name == "24/7":
            return date(1970, 1, 1) + timedelta(days=instant // DAY)
        day = new_york_date(instant)
        if self.name == "24/5" and instant >= new_york(day, 17):
            day += timedelta(days=1)
        return day

    def on_or_after(self, day, sessions=None):
        """The session of a date, or the next one: for weeks and months that of the date, or of their days."""
        return next(s for s in sessions or self.sessions if s.date >= day)

    def ending(self, instant):
        """The session with open < instant <= close, or None."""
        return next((s for s in self.sessions if s.open < instant <= s.close), None)

    def session_of_bar(self, day):
        """The session whose close makes a daily, weekly or monthly bar known."""
        if self.frequency == "daily":
            return self.on_or_after(day)
        if self.frequency == "weekly" and day.weekday() == 6:
            day += timedelta(days=1)  # a Sunday stamp means the week that follows
        return next(s for s in self.sessions if self.period(s.date) == self.period(day))

@dataclass(frozen=True)
class Bar:
    symbol: str
    start: int  # no earlier than the end of the bar before and the open of its session
    known: int
    fills: bool  # whether orders can fill in it
    session: Session | None
    date: date
    open: float
    high: float
    low: float
    close: float
    volume: float | None

def read_bars(calendar, symbol, table):
    """The bars of a symbol, with the instants at which they begin and are known, and whether they fill orders."""
    bars, before = [], None
    read = (lambda t: parse_instant(t, table.get("zone", "UTC"))) if table["frequency"] == "intraday" else str
    for stamp, *prices in sorted(table["bars"], key=lambda row: read(row[0])):
        prices = prices + [None] * (5 - len(prices))
        if table["frequency"] == "intraday":
            moment = read(stamp)
            length = int((table.get("minutes") or 0) * MINUTE)
            start = moment if table["stamp"] == "start" else moment - length
            end, begun = start + length, calendar.ending(start + 1) if length else None
            if begun and end > begun.close and calendar.ending(end) is None:
                end = begun.close
            session = calendar.ending(end)
            start = end - length  # also of a bar that its session cuts short
            if not length:
                start = before if before is not None else (session.open if session else end)
            start = max(start, before or start, session.open if session else start)
            bars.append(Bar(symbol, start, end, session is not None, session,
                            calendar.date_of(end - 1), *prices))
            before = end
        else:
            day = date.fromisoformat(stamp[:10])
            session = calendar.session_of_bar(day)
            own = table["frequency"] != "daily" or session.date == day
            bars.append(Bar(symbol, session.open, session.close, own, session, day, *prices))
    return bars

def action_known(calendar, day, declared):
    """Knowledge time of a dividend or split (table, rows dividend and split)."""
    if declared is not None:
        return calendar.on_or_after(declared, calendar.days).close
    session = calendar.on_or_after(day)
    known = calendar.midnight(day) + 1
    if calendar.frequency in ("weekly", "monthly") and session.first < day:
        return known
    return min(known, opens_at(calendar, session))

def opens_at(calendar, session):
    """When an open is known: one microsecond later where sessions meet ("Why so")."""
    meets = any(s.close == session.open for s in calendar.days)
    return session.open + (1 if meets else 0)
