/**
 * Facts in messages: columns as JSON, one value for a constant column, omitted if all
 * values are unknown.
 */

import { z } from 'zod';
import { invalidInput, invariant } from '#values';
import {
  type BarColumn,
  barColumns,
  FactColumns,
  factKinds,
  isColumnar,
  noInstrument,
} from '../facts/fact-columns.js';
import { type FactPayload, factPayloadSchema } from '../facts/market.js';

/** More facts than this need several messages. */
export const wireFactsMax = 4096;

interface Bounds {
  readonly min: number;
  readonly max: number;
}

const isIntegerOf =
  ({ min, max }: Bounds) =>
  (value: unknown): boolean =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
const isNumberOrNull = (value: unknown): boolean => value === null || Number.isFinite(value);

/** A plain loop: a message has tens of thousands of numbers. */
function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  if (!Array.isArray(value) || value.length > wireFactsMax) return false;
  for (let row = 0; row < value.length; row++) if (!isItem(value[row])) return false;
  return true;
}

const integerForm = ({ min, max }: Bounds) => ({ type: 'integer', minimum: min, maximum: max });
const listForm = (items: object) => ({ type: 'array', items, maxItems: wireFactsMax }) as const;

/** Microseconds of either sign that a double holds exactly, row by row. */
const timeBounds = { min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };
const isTime = isIntegerOf(timeBounds);
const times = z
  .custom<number[]>(
    (value) => isList(value, isTime),
    `expected a list of whole numbers from ${timeBounds.min} to ${timeBounds.max}, ` +
      `${wireFactsMax} at most`,
  )
  .meta(listForm(integerForm(timeBounds)));

/** One whole number for all rows, or a list of them. */
function oneOrIntegers(bounds: Bounds): z.ZodType<number | number[]> {
  const item = integerForm(bounds);
  const isItem = isIntegerOf(bounds);
  return z
    .custom<number | number[]>(
      (value) => isItem(value) || isList(value, isItem),
      `expected whole numbers from ${bounds.min} to ${bounds.max}, one or a list of at most ` +
        `${wireFactsMax}`,
    )
    .meta({ anyOf: [item, listForm(item)] });
}

/** One number for all rows, or a list in which null is an unknown value. */
const column = z
  .custom<number | (number | null)[]>(
    (value) => Number.isFinite(value) || isList(value, isNumberOrNull),
    `expected finite numbers or null, one number or a list of at most ${wireFactsMax}`,
  )
  .meta({
    anyOf: [{ type: 'number' }, listForm({ anyOf: [{ type: 'number' }, { type: 'null' }] })],
  })
  .meta({
    id: 'BarColumn',
    description:
      'Of bars, row by row, or one number for all of them; null is unknown. Of a trade, close is ' +
      'price and volume the size; of a quote, low and high are bid and ask, open and close their ' +
      'sizes.',
  })
  .optional();

export const wireFactsSchema = z
  .strictObject({
    count: z.int().min(1).max(wireFactsMax),
    kind: oneOrIntegers({ min: factKinds.bar, max: factKinds.feedGap }).describe(
      '1 bar, 2 news, 3 filing, 4 fundamentals, 5 dividend, 6 split, 7 open, 8 close, 9 row ' +
        'dropped, 10 late fact, 11 task, 12 trade, 13 quote, 14 correction, 15 trading status, ' +
        '16 gap of a feed.',
    ),
    instrument: oneOrIntegers({ min: 0, max: noInstrument }).describe(
      "Index into the tape's instruments; 65535 where a fact concerns no single one.",
    ),
    knowledgeTime: times.describe('Microseconds since 1970-01-01T00:00:00Z, not decreasing.'),
    eventTime: times.optional().describe('Left out where it equals the knowledge times.'),
    open: column,
    high: column,
    low: column,
    close: column,
    adjClose: column,
    volume: column,
    vwap: column,
    payloads: z
      .array(
        z.strictObject({
          row: z
            .int()
            .nonnegative()
            .max(wireFactsMax - 1),
          payload: factPayloadSchema,
        }),
      )
      .max(wireFactsMax)
      .describe(
        'What facts say that are no bars, trades or quotes, by their row in this message, in ' +
          'order.',
      ),
  })
  .meta({
    id: 'Facts',
    description:
      '`count` facts in order. A number in the place of a list holds for all of them; null is a ' +
      'value that the vendor did not give, as is a column that is left out.',
  });
export type WireFacts = z.infer<typeof wireFactsSchema>;

/** Rows [from, to) of `facts`, 1 to `wireFactsMax` of them; the columns are copies. */
export function wireFacts(facts: FactColumns, from = 0, to = facts.count): WireFacts {
  invariant(to > from && to - from <= wireFactsMax, 'a message holds 1 to 4096 facts');
  const { knowledgeTime, eventTime } = facts;
  const wire: WireFacts = {
    count: to - from,
    kind: oneOrAll(facts.kind, from, to),
    instrument: oneOrAll(facts.instrument, from, to),
    knowledgeTime: listOf(knowledgeTime, from, to),
    payloads: payloadsOf(facts, from, to),
  };
  if (!isSame(eventTime, knowledgeTime, from, to)) wire.eventTime = listOf(eventTime, from, to);
  for (const name of barColumns) {
    const column = wireColumn(name, facts[name], from, to);
    if (column !== undefined) wire[name] = column;
  }
  return wire;
}

/**
 * Reads facts back into new columns. Throws `InvalidInput`, naming `where`, if columns differ in
 * length from `count`, if times decrease, or if a fact does not match its payload.
 */
export function factsOf(wire: WireFacts, where: string): FactColumns {
  const { count } = wire;
  const facts = new FactColumns(count);
  facts.count = count;
  fill(facts.kind, wire.kind, `${where}: kind`);
  fill(facts.instrument, wire.instrument, `${where}: instrument`);
  fill(facts.knowledgeTime, wire.knowledgeTime, `${where}: knowledgeTime`);
  fill(facts.eventTime, wire.eventTime ?? wire.knowledgeTime, `${where}: eventTime`);
  for (const name of barColumns) fillBarColumn(facts[name], wire[name], `${where}: ${name}`);
  placePayloads(facts, wire.payloads, `${where}: payloads`);
  requireOrder(facts, where);
  requirePayloads(facts, where);
  return facts;
}

type Column = Uint8Array | Uint16Array | Float64Array;

/** A plain loop: spreading a typed array is ten times slower. */
function listOf(values: Column, from: number, to: number): number[] {
  const list: number[] = [];
  for (let row = from; row < to; row++) list.push(values[row] as number);
  return list;
}

function isSame(values: Column, others: Column, from: number, to: number): boolean {
  for (let row = from; row < to; row++) if (values[row] !== others[row]) return false;
  return true;
}

function isConstant(values: Column, from: number, to: number): boolean {
  const first = values[from];
  for (let row = from + 1; row < to; row++) if (!Object.is(values[row], first)) return false;
  return true;
}

function oneOrAll(values: Uint8Array | Uint16Array, from: number, to: number): number | number[] {
  return isConstant(values, from, to) ? (values[from] as number) : listOf(values, from, to);
}

function wireColumn(
  name: BarColumn,
  values: Float64Array,
  from: number,
  to: number,
): number | (number | null)[] | undefined {
  if (isConstant(values, from, to)) return numberOrNull(name, values[from] as number) ?? undefined;
  const list: (number | null)[] = [];
  for (let row = from; row < to; row++) list.push(numberOrNull(name, values[row] as number));
  return list;
}

function numberOrNull(name: BarColumn, value: number): number | null {
  if (Number.isNaN(value)) return null;
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  throw invalidInput('a number that JSON cannot hold', {
    where: name,
    expected: 'a finite number other than minus zero',
    found: String(value),
  });
}

function payloadsOf(facts: FactColumns, from: number, to: number): WireFacts['payloads'] {
  const payloads: { row: number; payload: FactPayload }[] = [];
  for (let row = from; row < to; row++) {
    if (isColumnar(facts.kind[row] as number)) continue;
    payloads.push({ row: row - from, payload: facts.payload[row] as FactPayload });
  }
  return payloads;
}

function fill(target: Column, values: number | readonly number[], where: string): void {
  if (typeof values === 'number') {
    target.fill(values);
    return;
  }
  requireLength(values, target.length, where);
  target.set(values);
}

function fillBarColumn(
  target: Float64Array,
  values: number | readonly (number | null)[] | undefined,
  where: string,
): void {
  if (values === undefined || typeof values === 'number') {
    target.fill(values ?? NaN);
    return;
  }
  requireLength(values, target.length, where);
  for (let row = 0; row < values.length; row++) target[row] = values[row] ?? NaN;
}

function requireLength(values: readonly unknown[], length: number, where: string): void {
  if (values.length === length) return;
  throw invalidInput('a column of another length', {
    where,
    expected: `${length} values`,
    found: `${values.length}`,
  });
}

function requireOrder({ knowledgeTime, count }: FactColumns, where: string): void {
  for (let row = 1; row < count; row++) {
    if ((knowledgeTime[row] as number) >= (knowledgeTime[row - 1] as number)) continue;
    throw invalidInput('facts are out of order', {
      where: `${where}: row ${row}`,
      expected: `knowledge times at or after ${knowledgeTime[row - 1]}`,
      found: `${knowledgeTime[row]}`,
    });
  }
}

function placePayloads(facts: FactColumns, payloads: WireFacts['payloads'], where: string): void {
  let next = 0;
  for (const { row, payload } of payloads) {
    if (row < next || row >= facts.count) {
      throw invalidInput('a payload without a row of its own', {
        where,
        expected: `rows from ${next} to ${facts.count - 1}`,
        found: `row ${row}`,
      });
    }
    facts.payload[row] = payload;
    next = row + 1;
  }
}

function requirePayloads({ kind, payload, count }: FactColumns, where: string): void {
  for (let row = 0; row < count; row++) {
    const found = payload[row]?.kind;
    const columnar = isColumnar(kind[row] as number);
    const expected = columnar ? undefined : kindNames[kind[row] as number];
    if (expected === found) continue;
    throw invalidInput('a fact and its payload do not belong together', {
      where: `${where}: row ${row}`,
      expected: columnar ? 'no payload' : `a payload of kind ${expected}`,
      found: found ?? 'none',
    });
  }
}

const kindNames: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(factKinds).map(([name, kind]) => [kind, name]),
);
