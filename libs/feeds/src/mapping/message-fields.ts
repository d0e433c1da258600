/**
 * Members of one message by the paths of a mapping: errors name the path, what was expected and
 * what was found.
 */

import {
  excerpt,
  invalidInput,
  microsPerDay,
  parseCivilDate,
  parseInstant,
  printable,
  utcDateOf,
  type CivilDate,
  type Instant,
} from '#values';
import { parseNumber } from '#market-data/rows/zoned-time';
import type { FieldMapping } from '../port/field-mapping.js';
import { valueOf, type MessageExpression } from '../port/message-expression.js';

/** Where a member is: an expression, or the text of a literal. */
export type MemberPlace = { readonly path: MessageExpression } | { readonly literal: string };

type TimeUnit = FieldMapping['timeUnit'];

/** Microseconds per unit; whole nanoseconds are divided. */
const microsOf = { s: 1_000_000, ms: 1000, us: 1, ns: 0.001 } as const;

/** The year 2200: a later time was given in another unit. */
const instantMax = 84_006 * microsPerDay;

/**
 * Reads members of one message. For optional members, a missing, null or empty value reads as null.
 */
export class MessageFields {
  constructor(
    /** Several places for a member that joins them. */
    private readonly places: ReadonlyMap<string, readonly MemberPlace[]>,
    private readonly unit: TimeUnit,
    private readonly message: unknown,
    private readonly element: unknown,
  ) {}

  text(member: string, lengthMax: number): string {
    return this.optionalText(member, lengthMax) ?? this.missing(member, 'a text');
  }

  /**
   * Numbers are used as text where they are exact: ids often are numbers. Joined texts are
   * separated by colons; colons inside them are escaped, so that different parts never give
   * the same text.
   */
  optionalText(member: string, lengthMax: number): string | null {
    const values = (this.places.get(member) ?? []).map((place) => this.valueAt(place));
    if (values.every((value) => value === null)) return null;
    const texts = values.map((value) => {
      const isExact = value === null || Number.isSafeInteger(value);
      if (typeof value !== 'string' && !isExact) this.refuse(member, 'a text', value);
      return String(value ?? '');
    });
    const escaped = (text: string): string => text.replace(/[\\:]/g, String.raw`\$&`);
    const text = texts.length === 1 ? texts.join('') : texts.map(escaped).join(':');
    if (text.length > lengthMax) this.refuse(member, `at most ${lengthMax} characters`, text);
    return text.toWellFormed();
  }

  /** Text for people, truncated if too long. */
  words(member: string, lengthMax: number): string {
    const value = this.value(member);
    if (value === null) return '';
    return typeof value === 'string' ? printable(value, lengthMax) : excerpt(value, lengthMax);
  }

  /** Above zero: a price. */
  price(member: string): number {
    return this.optionalPrice(member) ?? this.missing(member, 'a number above 0');
  }

  optionalPrice(member: string): number | null {
    return this.numberThat(member, 'a number above 0', (value) => value > 0);
  }

  /** Zero or more: a size, a volume. */
  size(member: string): number {
    return this.optionalSize(member) ?? this.missing(member, 'a number of 0 or more');
  }

  optionalSize(member: string): number | null {
    return this.numberThat(member, 'a number of 0 or more', (value) => value >= 0);
  }

  /** A whole number that a double holds exactly. */
  optionalWhole(member: string): number | null {
    const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
    return this.numberThat(member, 'a whole number below 2^53', isWhole);
  }

  truth(member: string): boolean | null {
    const value = this.value(member);
    if (value === null || typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    return this.refuse(member, 'true or false', value);
  }

  instant(member: string): Instant {
    return this.optionalInstant(member) ?? this.missing(member, 'a time');
  }

  /** Texts are ISO 8601, in UTC unless they name an offset, or numbers as text. */
  optionalInstant(member: string): Instant | null {
    const value = this.value(member);
    if (value === null) return null;
    const instant = typeof value === 'string' ? this.timeOfText(value) : this.timeOfNumber(value);
    if (instant !== undefined && instant >= 0 && instant < instantMax) return instant;
    return this.refuse(member, `a time: ISO 8601, or a number of ${this.unit}`, value);
  }

  date(member: string): CivilDate {
    return this.optionalDate(member) ?? this.missing(member, 'a date');
  }

  /** `YYYY-MM-DD`, or the UTC date of a time. */
  optionalDate(member: string): CivilDate | null {
    const value = this.value(member);
    const date = typeof value === 'string' ? parseCivilDate(value) : undefined;
    if (date !== undefined) return date;
    const instant = this.optionalInstant(member);
    return instant === null ? null : utcDateOf(instant);
  }

  /** A list of texts, or a single one. */
  texts(member: string, countMax: number, lengthMax: number): string[] {
    const value = this.value(member);
    if (value === null) return [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    const isSound = list.every((one) => typeof one === 'string' && one.length <= lengthMax);
    if (!isSound || list.length > countMax) {
      return this.refuse(member, `at most ${countMax} texts of ${lengthMax} characters`, value);
    }
    return list.map(String);
  }

  optionalNumber(member: string): number | null {
    return this.numberThat(member, 'a number', () => true);
  }

  private numberThat(
    member: string,
    expected: string,
    isSound: (value: number) => boolean,
  ): number | null {
    const value = this.value(member);
    if (value === null) return null;
    const number = typeof value === 'string' ? parseNumber(value) : value;
    const isNumber = typeof number === 'number' && Number.isFinite(number);
    return isNumber && isSound(number) ? number : this.refuse(member, expected, value);
  }

  private timeOfNumber(value: unknown): Instant | undefined {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    // Sub-microsecond digits round up, as in texts: nothing is known before it happened.
    return this.unit === 'ns' ? Math.ceil(value / 1000) : Math.round(value * microsOf[this.unit]);
  }

  private timeOfText(text: string): Instant | undefined {
    if (!/^\d{1,19}(\.\d{1,9})?$/.test(text)) return parseInstant(text);
    // A double cannot hold current nanosecond timestamps exactly.
    const isNanos = this.unit === 'ns' && !text.includes('.');
    return isNanos ? Number((BigInt(text) + 999n) / 1000n) : this.timeOfNumber(Number(text));
  }

  private value(member: string): unknown {
    const [place] = this.places.get(member) ?? [];
    return place === undefined ? null : this.valueAt(place);
  }

  private valueAt(place: MemberPlace): unknown {
    if ('literal' in place) return place.literal;
    const value = valueOf(place.path, this.message, this.element) ?? null;
    return value === '' ? null : value;
  }

  private missing(member: string, expected: string): never {
    return this.refuse(member, expected, undefined);
  }

  /** Rejects the message because of a member's value. */
  refuse(member: string, expected: string, value: unknown): never {
    const places = this.places.get(member) ?? [];
    const at =
      places.map((place) => ('path' in place ? place.path.text : member)).join(', ') || member;
    throw invalidInput(`${member} cannot be read`, {
      where: printable(at, 100),
      expected,
      found: value === undefined ? 'nothing' : excerpt(value),
    });
  }
}
