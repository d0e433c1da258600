/** Tries parsers on the rows of a file and keeps only those that read all of them. */

import { startOfUtcDay, type Instant } from '#values';
import { tableFields, type DialectKeys } from '../manifest/dataset-manifest.js';
import { fittingFormats, unitOfDigits } from '../manifest/date-format.js';
import { dialectOf } from '../rows/dialect.js';
import type { Reading } from './guess/guess-dates.js';

const dots: DialectKeys[] = [{ thousands: ',' }, { thousands: ' ' }, { thousands: "'" }];
const commas: DialectKeys[] = [{}, { thousands: '.' }, { thousands: ' ' }];
const { bars, quotes, trades } = tableFields;
const texts = ['symbol', 'date', 'timestamp', 'time', 'id'];
const numeric = [...new Set([...bars, ...quotes, ...trades])].filter((one) => !texts.includes(one));
const prices = new Set(['open', 'high', 'low', 'close', 'price', 'bid', 'ask']);
/** A longer text is not a number, whatever its format. */
const numberCharsMax = 64;
/** Shapes of numbers that are tried: more of them are not numbers of one format. */
const shapesMax = 10_000;
/** A longer symbol is refused by the readers. */
const symbolCharsMax = 32;
const unknowns = new Set(['-', '--', 'n/a', 'na', 'nan', 'null', 'none', '#n/a']);

/** Rows that no parser can read are left to the check. */
export class RowSample {
  /** The first time of the file. */
  first = '';
  /** Symbols of the rows, if a column gives them. */
  readonly symbols: unknown[] = [];
  readonly unknown = new Set<string>();
  /** Whether no price is written with a point. */
  isWhole = true;
  /** Candidate number formats, the likeliest first. */
  numbers: readonly DialectKeys[];
  private readings: readonly { readonly keys: DialectKeys; readonly stamps: Instant[] }[] = [];
  private readonly shapes = new Set<string>();
  private readonly texts = new Map<string, string>();

  /**
   * `1,085` has a decimal comma rather than thousands if fields are separated by semicolons.
   * `dates`: the declared format; by default all that fit are tried.
   */
  constructor(
    { delimiter }: DialectKeys,
    private readonly dates?: string,
  ) {
    const continental = commas.map((keys): DialectKeys => ({ ...keys, decimal: ',' }));
    const both = delimiter === 'semicolon' ? [continental, dots] : [dots, continental];
    const plain = [{}, ...both.flat()];
    this.numbers = [...plain, ...plain.map((keys) => ({ ...keys, units: true }))];
  }

  /** A row by its fields. */
  add(of: (field: string) => unknown): void {
    const time = String(of('timestamp'));
    const clock = of('time');
    this.addTime(clock === undefined ? time : `${time} ${String(clock)}`, of('symbol'));
    for (const field of numeric) {
      const text = of(field);
      if (prices.has(field) && String(text).includes('.')) this.isWhole = false;
      this.addNumber(text);
    }
  }

  private addTime(text: string, symbol: unknown): void {
    this.first ||= text;
    if (this.readings.length === 0) {
      const known = this.dates === undefined ? undefined : [{ dates: this.dates }];
      const formats = readingsOf(text);
      const isPlain = instantOf({}, text) !== undefined;
      const keys = isPlain
        ? [{}, ...formats.filter(({ dates }) => !dates?.startsWith('YYYY-'))]
        : formats;
      this.readings = (known ?? keys).map((one) => ({ keys: one, stamps: [] }));
    }
    const read = this.readings.map(({ keys }) => instantOf(keys, text));
    if (read.every((at) => at === undefined)) return;
    this.symbols.push(typeof symbol === 'string' ? this.kept(symbol) : symbol);
    this.readings = this.readings.filter(({ stamps }, index) => {
      const at = read[index];
      return at !== undefined && stamps.push(at) > 0;
    });
  }

  /** The symbol as a text of its own: a part of a row would keep the whole row in memory. */
  private kept(symbol: string): string {
    const known = this.texts.get(symbol);
    if (known !== undefined) return known;
    const own = Buffer.from(symbol.slice(0, symbolCharsMax + 1)).toString();
    this.texts.set(own, own);
    return own;
  }

  private addNumber(text: unknown): void {
    if (typeof text !== 'string' || text.length > numberCharsMax) return;
    if (this.shapes.size >= shapesMax) return;
    const shape = text.replace(/\d/g, '9');
    if (text === '' || this.shapes.has(shape)) return;
    this.shapes.add(shape);
    if (unknowns.has(text.toLowerCase())) this.unknown.add(text);
    const left = this.numbers.filter((keys) => dialectOf(keys).number(text) !== undefined);
    if (left.length > 0) this.numbers = left;
  }

  /** The readings that fit the times of all rows. */
  get times(): readonly Reading[] {
    return this.readings.filter(({ stamps }) => stamps.length > 0);
  }
}

/**
 * The keys that read a text; of a count, also those of a file that changes the unit in a later row.
 */
function readingsOf(text: string): DialectKeys[] {
  const fitting = fittingFormats(text).map(
    (key) => Object.fromEntries([key.split(': ')]) as DialectKeys,
  );
  return unitOfDigits(text) === undefined ? fitting : [...fitting, { epoch: 'digits' }];
}

/**
 * Clock times without an offset are read as UTC. A count of other digits is not of the
 * unit of the file.
 */
function instantOf(keys: DialectKeys, text: string): Instant | undefined {
  const { epoch } = keys;
  const isCount = epoch !== undefined && epoch !== 'digits';
  if (isCount && (unitOfDigits(text) ?? epoch) !== epoch) return undefined;
  const dialect = dialectOf(keys);
  const date = dialect.date(text);
  return date === undefined ? dialect.instant(text) : startOfUtcDay(date);
}
