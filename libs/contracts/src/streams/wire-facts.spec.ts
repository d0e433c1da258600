/** Facts survive a round trip over the wire; malformed ones are rejected with their location. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barColumns,
  factKinds,
  FactColumns,
  noInstrument,
  type FactKind,
} from '../facts/fact-columns.js';
import type { FactPayload } from '../facts/market.js';
import { factsOf, wireFacts, wireFactsMax, wireFactsSchema, type WireFacts } from './wire-facts.js';

const sha256 = 'a'.repeat(64);
const payloads: readonly FactPayload[] = [
  {
    kind: 'news',
    id: 'n1',
    symbols: ['AAPL', 'Ω-東京'],
    publishedAt: 5,
    title: '"quoted" 😀',
    summary: '',
    source: 'wire',
    url: 'https://example.org/n1',
    body: { sha256, chars: 12 },
  },
  {
    kind: 'filing',
    symbol: 'AAPL',
    form: '10-K',
    filedDate: 19_000,
    acceptedAt: null,
    periodEnd: 18_900,
    accession: null,
    sections: [{ name: 'Item 1A', document: { sha256, chars: 0 } }],
  },
  {
    kind: 'fundamentals',
    symbol: 'AAPL',
    form: '10-Q',
    fiscalYear: 2024,
    fiscalPeriod: 'Q1',
    periodStart: null,
    periodEnd: 18_900,
    filedDate: 19_000,
    acceptedAt: 7,
    accession: '0000320193-24-000001',
    statements: { income: { 'us-gaap:Revenues': { value: 1e9, unit: 'USD', label: 'Revenues' } } },
  },
  {
    kind: 'dividend',
    symbol: 'AAPL',
    exDate: 19_000,
    declaredDate: null,
    recordDate: null,
    payDate: 19_030,
    amount: 0.24,
    currency: 'USD',
    type: 'cash',
  },
  { kind: 'split', symbol: 'AAPL', effectiveDate: 19_000, from: 1, to: 4 },
  { kind: 'sessionOpen', session: 19_000 },
  { kind: 'sessionClose', session: 19_000, early: true },
  { kind: 'rowDropped', file: 'prices.csv', line: 4, reason: 'high below low' },
  { kind: 'lateFact', source: 'feed', knowledgeTime: 9, reason: 'behind the tape' },
  {
    kind: 'task',
    id: 'q-1',
    instruction: 'Is revenue above cost?',
    inputs: [{ name: 'filing', document: { sha256: 'e'.repeat(64), chars: 7 } }],
  },
  {
    kind: 'correction',
    symbol: 'AAPL',
    of: 'trade',
    change: 'replaced',
    eventTime: 8,
    id: '52983525029461',
    bar: null,
    trade: { price: 100.25, size: 100 },
  },
  { kind: 'tradingStatus', symbol: 'AAPL', halted: true, code: 'H', reason: 'news pending' },
  {
    kind: 'feedGap',
    source: 'feed',
    symbols: [],
    from: 1,
    to: 9,
    missing: null,
    reason: 'the vendor has no history of quotes',
  },
];

const price = fc
  .oneof(fc.constantFrom(NaN, 0, 1, 101.25), fc.double({ noDefaultInfinity: true }))
  .map((value) => (Object.is(value, -0) ? 0 : value));
const columns = fc.tuple(...barColumns.map(() => fc.array(price, { minLength: 1, maxLength: 4 })));

interface Row {
  readonly kind: FactKind;
  readonly instrument: number;
  readonly step: number;
  readonly lag: number;
}

const rows = fc.array(
  fc.record<Row>({
    kind: fc.oneof(
      { weight: 4, arbitrary: fc.constant(factKinds.bar) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(factKinds)) },
    ),
    instrument: fc.constantFrom(0, 1, 499, noInstrument),
    step: fc.constantFrom(0, 0, 1, 60_000_000),
    lag: fc.constantFrom(0, 0, 0, 60_000_000),
  }),
  { minLength: 1, maxLength: 40 },
);

/** Columns with the same values as `prices`: a column with a single value is constant. */
function columnsOf(drawn: readonly Row[], prices: readonly (readonly number[])[]): FactColumns {
  const facts = new FactColumns(drawn.length);
  let time = 1_600_000_000_000_000;
  for (const [row, { kind, instrument, step, lag }] of drawn.entries()) {
    time += step;
    const times = { knowledgeTime: time, eventTime: time - lag };
    const payload = payloads.find((one) => factKinds[one.kind] === kind);
    if (payload !== undefined) {
      facts.pushFact({ kind, instrument, ...times, payload });
      continue;
    }
    facts.count++;
    facts.kind[row] = kind;
    facts.instrument[row] = instrument;
    facts.knowledgeTime[row] = time;
    facts.eventTime[row] = time - lag;
    for (const [index, column] of barColumns.entries()) {
      const values = prices[index] as readonly number[];
      facts[column][row] = values[row % values.length] as number;
    }
  }
  return facts;
}

const overTheWire = (facts: FactColumns, from = 0, to = facts.count): FactColumns =>
  factsOf(wireFactsSchema.parse(JSON.parse(JSON.stringify(wireFacts(facts, from, to)))), 'test');

const rowsOf = (facts: FactColumns, from = 0, to = facts.count): unknown[] =>
  Array.from({ length: to - from }, (_, index) => {
    const row = from + index;
    const times = [facts.knowledgeTime[row], facts.eventTime[row]];
    const prices = barColumns.map((column) => facts[column][row]);
    return [facts.kind[row], facts.instrument[row], ...times, ...prices, facts.payload[row]];
  });

describe('facts over the wire', () => {
  it('are the same facts, whatever is constant, unknown or cut out', () => {
    fc.assert(
      fc.property(rows, columns, fc.nat(), fc.nat(), (drawn, prices, low, high) => {
        const facts = columnsOf(drawn, prices);
        const from = low % facts.count;
        const to = from + 1 + (high % (facts.count - from));
        expect(rowsOf(overTheWire(facts, from, to))).toEqual(rowsOf(facts, from, to));
      }),
      { numRuns: 2000 },
    );
  });

  it('are as many as a message may hold', () => {
    const drawn = Array.from({ length: wireFactsMax }, (_, row): Row => {
      const kind = row % 50 === 49 ? factKinds.sessionClose : factKinds.bar;
      return { kind, instrument: row % 500, step: row % 7, lag: 0 };
    });
    const facts = columnsOf(drawn, Array(7).fill([1, 2.5, NaN]));
    const read = overTheWire(facts);
    expect(read.count).toBe(4096);
    expect(rowsOf(read)).toEqual(rowsOf(facts));
  });

  it('shrink to one value when a column is constant, and to none when it is unknown', () => {
    const drawn = Array(3).fill({ kind: factKinds.bar, instrument: 7, step: 1, lag: 0 }) as Row[];
    const prices = [[10], [11], [9], [10, 10.5], [NaN], [0], [NaN, 4]];
    const { knowledgeTime, ...wire } = wireFacts(columnsOf(drawn, prices));
    expect(knowledgeTime).toHaveLength(3);
    expect(wire).toEqual({
      count: 3,
      kind: 1,
      instrument: 7,
      open: 10,
      high: 11,
      low: 9,
      close: [10, 10.5, 10],
      volume: 0,
      vwap: [null, 4, null],
      payloads: [],
    });
  });

  it.each([
    [0, 0],
    [0, wireFactsMax + 1],
  ])('are never the rows %d to %d of a message', (from, to) => {
    expect(() => wireFacts(new FactColumns(5000), from, to)).toThrow(/1 to 4096 facts/);
  });

  it.each([-0, Infinity])('refuse %d, which would come back as something else', (value) => {
    const drawn: Row[] = [{ kind: factKinds.bar, instrument: 0, step: 0, lag: 0 }];
    const facts = columnsOf(drawn, Array(7).fill([value]));
    expect(() => wireFacts(facts)).toThrow(/open: .*finite number other than minus zero/);
  });
});

const good: WireFacts = {
  count: 2,
  kind: [1, 8],
  instrument: [0, 65_535],
  knowledgeTime: [10, 20],
  close: [5, null],
  payloads: [{ row: 1, payload: { kind: 'sessionClose', session: 3, early: false } }],
};
const close = good.payloads[0] as WireFacts['payloads'][number];

describe('columns that do not fit', () => {
  it.each<[string, Partial<WireFacts>, RegExp]>([
    ['kinds', { kind: [1] }, /there: kind: .*expected 2 values; found 1/],
    ['instruments', { instrument: [1, 2, 3] }, /there: instrument: .*expected 2 values; found 3/],
    ['knowledge times', { knowledgeTime: [10] }, /there: knowledgeTime: .*expected 2 values/],
    ['event times', { eventTime: [1, 2, 3] }, /there: eventTime: .*expected 2 values; found 3/],
    ['prices', { close: [] }, /there: close: .*expected 2 values; found 0/],
    ['disorder', { knowledgeTime: [10, 9] }, /there: row 1: .* at or after 10; found 9/],
    ['no payload', { payloads: [] }, /there: row 1: .*a payload of kind sessionClose/],
    ['a payload of a bar', { kind: 1 }, /there: row 1: .*expected no payload; found sessionClose/],
    ['another payload', { kind: [1, 7] }, /there: row 1: .*sessionOpen; found sessionClose/],
    ['a row too many', { payloads: [close, { ...close, row: 2 }] }, /payloads: .*found row 2/],
    ['a row twice', { payloads: [close, close] }, /payloads: .*rows from 2 to 1; found row 1/],
  ])('(%s) are refused with their place', (_, change, pattern) => {
    expect(factsOf(good, 'there').count).toBe(2);
    expect(() => factsOf({ ...good, ...change }, 'there')).toThrow(
      expect.objectContaining({ code: 'InvalidInput', message: expect.stringMatching(pattern) }),
    );
  });

  it.each<[string, object, string]>([
    ['no such kind', { kind: 17 }, 'kind'],
    ['a kind that wraps to a bar', { kind: [257, 8] }, 'kind'],
    ['an instrument that wraps to none', { instrument: [-1, 0] }, 'instrument'],
    ['half a microsecond', { knowledgeTime: [10, 20.5] }, 'knowledgeTime'],
    ['an unknown time', { eventTime: [10, null] }, 'eventTime'],
    ['a price as text', { close: ['5', 6] }, 'close'],
    ['a hole', { close: { 0: 5, length: 2 } }, 'close'],
    ['no facts', { count: 0 }, 'count'],
    ['too many facts', { count: 4097 }, 'count'],
    ['too long a column', { close: Array(4097).fill(1) }, 'close'],
    ['a row far away', { payloads: [{ ...close, row: 2 ** 40 }] }, 'payloads.0.row'],
    ['an unknown member', { colour: [1] }, ''],
  ])('(%s) do not pass the schema', (_, change, path) => {
    const { error } = wireFactsSchema.safeParse({ ...good, ...change });
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
