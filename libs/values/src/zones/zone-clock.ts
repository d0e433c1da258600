/**
 * Clocks of the world: offsets from UTC and clock changes of every zone of the tz database since
 * 1970, from a table that is pinned, so that a machine with other time zone data computes the
 * same instants.
 */

import { yearMonthDay, type CivilDate } from '../civil-date.js';
import { invariant } from '../failure.js';
import {
  microsPerHour,
  microsPerMinute,
  microsPerSecond,
  startOfUtcDay,
  utcDateOf,
  type Instant,
} from '../instant.js';
import { changesByRule } from './posix-rule.js';
import { zoneLines } from './zone-lines.js';

/** `UTC`, a name of the tz database (`America/New_York`), or a fixed offset (`-05:00`). */
export type ZoneName = string;

/** The offsets of a zone, each in force from its change on. All in microseconds. */
interface Zone {
  /** Clock changes; the first is before all instants. */
  readonly changes: readonly Instant[];
  /** By which clocks are ahead of UTC from the change on. */
  readonly offsets: readonly number[];
  /**
   * The first clock reading that belongs to an offset or, where clocks go forward, that
   * does not exist.
   */
  readonly clocks: readonly number[];
}

const fixedPattern = /^[+-](0[0-9]|1[0-4]):[0-5][0-9]$/;
/** Journals hold instants up to 2112. */
const lastYear = 2112;

const zones = new Map<ZoneName, Zone>();

/** Whether a text names a zone. */
export const isZone = (name: string): boolean => fixedPattern.test(name) || zoneLines().has(name);

/** The names of the tz database, in alphabetical order. */
export const zoneNames = (): readonly string[] => [...zoneLines().keys()].toSorted();

/**
 * The instant of a clock reading, given as the instant with that reading in UTC. A reading that
 * occurs twice means the second occurrence, and one that does not exist is read an hour later (as
 * far as clocks went forward), so that nothing is known too early.
 */
export function instantOfClock(clock: Instant, name: ZoneName): Instant {
  if (name === 'UTC') return clock;
  const zone = zoneOf(name);
  const at = lastAtMost(zone.clocks, clock);
  const change = zone.changes[at] as Instant;
  const offset = zone.offsets[at] as number;
  const isSkipped = clock < change + offset;
  return clock - (isSkipped ? (zone.offsets[at - 1] as number) : offset);
}

/**
 * The instant of a date and of minutes after its midnight, which may be below 0 or above
 * 1,440, in a zone.
 */
export const zonedInstant = (date: CivilDate, minutes: number, name: ZoneName): Instant =>
  instantOfClock(startOfUtcDay(date) + minutes * microsPerMinute, name);

/** By how many microseconds the clocks of a zone are ahead of UTC at an instant. */
export function zoneOffset(instant: Instant, name: ZoneName): number {
  if (name === 'UTC') return 0;
  const zone = zoneOf(name);
  return zone.offsets[lastAtMost(zone.changes, instant)] as number;
}

/** The date of an instant on the clock of a zone. */
export const dateInZone = (instant: Instant, name: ZoneName): CivilDate =>
  utcDateOf(instant + zoneOffset(instant, name));

/** A clock change: when, and by how many microseconds clocks went forward; below 0 if back. */
export interface ClockChange {
  readonly at: Instant;
  readonly by: number;
}

/**
 * The clock change that skipped, or repeated, the clock reading that became this instant;
 * undefined if none did.
 */
export function clockChangeAt(instant: Instant, name: ZoneName): ClockChange | undefined {
  if (name === 'UTC') return undefined;
  const { changes, offsets } = zoneOf(name);
  const index = lastAtMost(changes, instant);
  if (index === 0) return undefined;
  const at = changes[index] as Instant;
  const by = (offsets[index] as number) - (offsets[index - 1] as number);
  return instant < at + Math.abs(by) ? { at, by } : undefined;
}

function zoneOf(name: ZoneName): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  const zone = fixedPattern.test(name) ? fixedZone(name) : zoneOfLine(name);
  zones.set(name, zone);
  return zone;
}

function fixedZone(name: string): Zone {
  const size = Number(name.slice(1, 3)) * microsPerHour + Number(name.slice(4)) * microsPerMinute;
  return zoneFrom([-Infinity], [name.startsWith('-') ? -size : size]);
}

/** `NAMES|OFFSETS|KINDS|STEPS|RULE`: as scripts/calendars/tables.py writes it. */
function zoneOfLine(name: string): Zone {
  const line = zoneLines().get(name);
  invariant(line !== undefined, `${name} is a zone`);
  const [, offsetTexts = '', kinds = '', steps = '', rule = ''] = line.split('|');
  const known = offsetTexts.split(',').map((text) => Number(text) * microsPerSecond);
  const changes = [-Infinity];
  const offsets = [known[0] as number];
  let at = 0;
  for (const [index, step] of steps === '' ? [] : [...steps.split(' ').entries()]) {
    at += Number.parseInt(step, 36) * microsPerSecond;
    changes.push(at);
    offsets.push(known[Number.parseInt(kinds.charAt(index), 36)] as number);
  }
  const firstYear = changes.length === 1 ? 1970 : yearMonthDay(utcDateOf(at)).year;
  for (const change of changesByRule(rule, firstYear, lastYear)) {
    if (change.at <= at || change.offset === offsets.at(-1)) continue;
    changes.push(change.at);
    offsets.push(change.offset);
  }
  return zoneFrom(changes, offsets);
}

function zoneFrom(changes: readonly Instant[], offsets: readonly number[]): Zone {
  const clocks = changes.map((change, index) => {
    const offset = offsets[index] as number;
    return change + Math.min(offset, offsets[index - 1] ?? offset);
  });
  return { changes, offsets, clocks };
}

/**
 * The index of the last of these ascending numbers that is at most `value`; the first is below all.
 */
function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= value) low = middle;
    else high = middle;
  }
  return low;
}
