/** Clock times of the zones that a data set can declare: UTC, New York, or a fixed offset. */

import {
  microsPerHour,
  microsPerMinute,
  startOfUtcDay,
  utcDateOf,
  type CivilDate,
  type Instant,
} from '#values';
import { newYorkDateOf, newYorkInstant } from '#values/new-york-time';
import type { TimestampZone } from '../manifest/dataset-manifest.js';

/** The instant meant by a clock reading of `zone`, given as the instant with that reading in UTC. */
export function fromClock(clock: Instant, zone: TimestampZone): Instant {
  if (zone === 'UTC') return clock;
  if (zone === 'America/New_York') {
    const date = utcDateOf(clock);
    const micros = clock - startOfUtcDay(date);
    const minutes = Math.floor(micros / microsPerMinute);
    return newYorkInstant(date, minutes) + (micros - minutes * microsPerMinute);
  }
  return clock - offsetOf(zone);
}

/** The date of an instant on the clock of `zone`. */
export function dateInZone(instant: Instant, zone: TimestampZone): CivilDate {
  if (zone === 'America/New_York') return newYorkDateOf(instant);
  return utcDateOf(zone === 'UTC' ? instant : instant + offsetOf(zone));
}

/** Microseconds by which the clocks of a fixed offset, such as `-05:00`, are ahead of UTC. */
function offsetOf(zone: TimestampZone): number {
  const hours = Number(zone.slice(1, 3)) * microsPerHour;
  const offset = hours + Number(zone.slice(4)) * microsPerMinute;
  return zone.startsWith('-') ? -offset : offset;
}

/** `09:30`, from the minutes after midnight. */
export function clockText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return [hours, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
