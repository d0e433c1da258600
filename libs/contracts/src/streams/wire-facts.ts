/** Facts in messages: columns as JSON, one value where a column is constant, nothing where all of it is unknown. */

import { z } from 'zod';
import { invalidInput } from '#values';
import { barColumns, FactColumns, factKinds, type BarColumn } from '../fact-columns.js';
import { factPayloadSchema, type FactPayload } from '../market.js';

/** More facts than this are several messages. */
export const wireFactsMax = 4096;

const instant = z.int();
const column = z.union([z.number(), z.array(z.number().nullable())]).optional();

/**
 * `count` facts in order. A number in the place of a list holds for all of them; null is a value that the
 * vendor did not give, as is a column that is left out.
 */
export const wireFactsSchema = z.strictObject({
  count: z.int().min(1).max(wireFactsMax),
  /** 1 bar, 2 news, 3 filing, 4 fundamentals, 5 dividend, 6 split, 7 open, 8 close, 9 row dropped, 10 late fact. */
  kind: z.union([z.int(), z.array(z.int())]),
  /** Index into the tape's instruments; 65535 where a fact concerns no single one. */
  instrument: z.union([z.int(), z.array(z.int())]),
  /** Microseconds since 1970-01-01T00:00:00Z, not decreasing. */
  knowledgeTime: z.array(instant),
  /** Left out where it equals the knowledge times. */
  eventTime: z.array(instant).optional(),
  open: column,
  high: column,
  low: column,
  close: column,
  adjClose: column,
  volume: column,
  vwap: column,
  /** What facts that are no bars say, by their row in this message. */
  payloads: z.array(z.strictObject({ row: z.int().nonnegative(), payload: factPayloadSchema })),
});
export type WireFacts = z.infer<typeof wireFactsSchema>;

/** Rows [from, to) of `facts`, at most `wireFactsMax`; none of the columns is shared with them. */
export function wireFacts(facts: FactColumns, from = 0, to = facts.count): WireFacts {
  const knowledgeTime = [...facts.knowledgeTime.subarray(from, to)];
  const eventTime = [...facts.eventTime.subarray(from, to)];
  const isSame = eventTime.every((time, row) => time === knowledgeTime[row]);
  return {
    count: to - from,
    kind: oneOrAll(facts.kind, from, to),
    instrument: oneOrAll(facts.instrument, from, to),
    knowledgeTime,
    ...(isSame ? {} : { eventTime }),
    ...Object.fromEntries(barColumns.flatMap((name) => wireColumn(name, facts[name], from, to))),
    payloads: payloadsOf(facts, from, to),
  };
}

/**
 * Reads facts back into columns of their own. `InvalidInput`, naming `where`, when columns have other lengths than
 * `count` says, when times decrease, or when a fact and its payload do not belong together.
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
  for (const { row, payload } of wire.payloads) facts.payload[row] = payload;
  requireOrder(facts, where);
  requirePayloads(facts, where);
  return facts;
}

function oneOrAll(values: Uint8Array | Uint16Array, from: number, to: number): number | number[] {
  const part = [...values.subarray(from, to)];
  return part.every((value) => value === part[0]) ? (part[0] as number) : part;
}

function wireColumn(
  name: BarColumn,
  values: Float64Array,
  from: number,
  to: number,
): [BarColumn, number | (number | null)[]][] {
  const first = values[from] as number;
  let isConstant = true;
  for (let row = from + 1; row < to && isConstant; row++) {
    isConstant = Object.is(values[row], first);
  }
  if (isConstant && Number.isNaN(first)) return [];
  // JSON has no minus zero; a lone one would come back as zero.
  if (isConstant && !Object.is(first, -0)) return [[name, first]];
  return [[name, Array.from(values.subarray(from, to), (value) => numberOrNull(name, value))]];
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
    if (facts.kind[row] === factKinds.bar) continue;
    payloads.push({ row: row - from, payload: facts.payload[row] as FactPayload });
  }
  return payloads;
}

function fill(
  target: Uint8Array | Uint16Array | Float64Array,
  values: number | readonly number[],
  where: string,
): void {
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

function requirePayloads({ kind, payload, count }: FactColumns, where: string): void {
  if (payload.length > count) {
    throw invalidInput('a payload without a fact', {
      where: `${where}: payloads`,
      expected: `rows below ${count}`,
      found: `row ${payload.length - 1}`,
    });
  }
  for (let row = 0; row < count; row++) {
    const found = payload[row]?.kind;
    const expected = kindNames[kind[row] as number];
    if (expected === (found ?? 'bar')) continue;
    throw invalidInput('a fact and its payload do not belong together', {
      where: `${where}: row ${row}`,
      expected: `a payload of kind ${expected ?? 'none: no such fact'}`,
      found: found ?? 'none',
    });
  }
}

const kindNames: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(factKinds).map(([name, kind]) => [kind, name]),
);
