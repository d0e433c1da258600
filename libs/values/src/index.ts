export { canonicalHash, canonicalJson, sha256Hex } from './canonical-json.js';
export {
  civilDate,
  formatCivilDate,
  isWeekend,
  parseCivilDate,
  requireCivilDate,
  weekdayOf,
  yearMonthDay,
  type CivilDate,
  type Weekday,
} from './civil-date.js';
export { decimalText } from './decimal-text.js';
export {
  conflict,
  corruptJournal,
  excerpt,
  failureCodes,
  invalidInput,
  invariant,
  isFailure,
  printable,
  systemReason,
  TapefoldError,
  unavailable,
  type FailureCode,
} from './failure.js';
export {
  formatInstant,
  microsPerDay,
  microsPerHour,
  microsPerMilli,
  microsPerMinute,
  microsPerSecond,
  parseInstant,
  startOfUtcDay,
  utcDateOf,
  type Instant,
} from './instant.js';
export { numberAt, NumberColumn, type NumberChunks } from './number-column.js';
export { jsonOf } from './parse-json.js';
export { fnv1a, seededRandom, type SeededRandom } from './seeded-random.js';
export { inThousands, withoutEnd, withoutEndZeros } from './text-end.js';
