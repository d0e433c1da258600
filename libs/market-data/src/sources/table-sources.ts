/** Tables of facts, trades and quotes as sources: streamed if the file is in time order, else sorted. */

import type { Instant } from '#values';
import {
  factKinds,
  noInstrument,
  rankOfSource,
  type FactPayload,
  type FactSource,
  type Filing,
} from '#contracts';
import { readFacts, type FactScan } from '../check/fact-scan.js';
import type { FactDraft } from '../facts/fact-draft.js';
import { factTraits } from '../facts/fact-traits.js';
import { groupOf } from '../facts/filing-fact.js';
import { sortedRows, type ReadRow } from '../tables/table-rows.js';
import { batchSource } from '../tasks/list-source.js';
import { isTrade, readTicks, type TickRow } from '../ticks/tick-row.js';
import type { TickScan } from '../ticks/tick-scan.js';

/** Facts take more room than ticks. */
const [factChunkRows, tickChunkRows] = [256, 4096];

interface SourceOptions<S> {
  readonly scan: S;
  readonly instrumentOf: ReadonlyMap<string, number>;
  /** Last knowledge time to emit. */
  readonly until: Instant;
  /** Maximum rows that a sort holds in memory. */
  readonly rowBudget: number;
}

/** A selected row, in the form used by the sort. */
interface Kept<T> {
  readonly knowledgeTime: Instant;
  readonly eventTime: Instant;
  readonly instrument: number;
  readonly line: number;
  readonly content: T;
}

/** Facts that name one of the tape's symbols, known by `until`. Skips dropped rows. */
export function factTableSource(options: SourceOptions<FactScan>): FactSource {
  const { scan } = options;
  const { holds, location } = scan.access;
  const { kind, rowBudget: rowsMax } = factTraits[holds];
  const rowBudget = Math.min(options.rowBudget, rowsMax);
  const read = readFacts(scan.access);
  const facts = keptRows(read, options, (draft, line) => keptFact(draft, line, options));
  const compare = (a: Kept<FactPayload>, b: Kept<FactPayload>): number =>
    a.knowledgeTime - b.knowledgeTime ||
    compareTexts(groupOf(a.content), groupOf(b.content)) ||
    a.line - b.line;
  const isSorted = !scan.inOrder || holds === 'filings';
  const whole = isSorted ? joinedRows(sortedRows(facts, { compare, rowBudget })) : facts;
  const named = { name: location.name, rank: rankOfSource(kind) };
  return batchSource(named, whole, factChunkRows, (out, { content: payload, ...place }) =>
    out.pushFact({ kind, payload, ...place }),
  );
}

/** Trades or quotes of the tape's symbols; `number` is the table's number among those of its kind. */
export function tickSource(options: SourceOptions<TickScan>, number: number): FactSource {
  const { scan, instrumentOf, rowBudget } = options;
  const { location, holds, times } = scan.access;
  const ticks = keptRows(
    readTicks(scan.access),
    options,
    (tick, line): Kept<TickRow> | undefined => {
      const instrument = instrumentOf.get(tick.symbol);
      if (instrument === undefined || times.isBefore(tick.at)) return undefined;
      const knowledgeTime = times.knowledgeTime(tick.at);
      return { knowledgeTime, eventTime: tick.at, instrument, line, content: tick };
    },
  );
  const compare = (a: Kept<TickRow>, b: Kept<TickRow>): number =>
    a.knowledgeTime - b.knowledgeTime || a.line - b.line;
  const rows = scan.inOrder ? ticks : sortedRows(ticks, { compare, rowBudget });
  const rank = rankOfSource(factKinds[holds === 'trades' ? 'trade' : 'quote'], number);
  const named = { name: location.name, rank };
  return batchSource(named, rows, tickChunkRows, (out, { content: tick, ...place }) => {
    if (isTrade(tick)) out.pushTrade({ ...place, price: tick.price, size: tick.size });
    else {
      const { bid, ask, bidSize, askSize } = tick;
      const sizes = { bidSize: bidSize ?? NaN, askSize: askSize ?? NaN };
      out.pushQuote({ ...place, bid: bid ?? NaN, ask: ask ?? NaN, ...sizes });
    }
  });
}

/** In file order; ends at the first row beyond `until` if the file is in order. */
async function* keptRows<V, T>(
  batches: AsyncGenerator<readonly ReadRow<V>[], void>,
  { scan, until }: SourceOptions<FactScan | TickScan>,
  keep: (value: V, line: number) => Kept<T> | undefined,
): AsyncGenerator<readonly Kept<T>[], void> {
  for await (const rows of batches) {
    const kept = rows.flatMap(({ row: { line }, value }) =>
      value === undefined || scan.dropped.lines.has(line) ? [] : (keep(value, line) ?? []),
    );
    const known = kept.filter(({ knowledgeTime }) => knowledgeTime <= until);
    yield known;
    if (scan.inOrder && known.length < kept.length) return;
  }
}

function keptFact(
  { knowledgeTime, eventTime, payload, symbols }: FactDraft,
  line: number,
  { instrumentOf }: SourceOptions<FactScan>,
): Kept<FactPayload> | undefined {
  if (knowledgeTime === null || !symbols.some((symbol) => instrumentOf.has(symbol)))
    return undefined;
  // With several symbols, none is the fact's own: adding another symbol to a run must not change it.
  const [symbol, ...others] = symbols;
  const own = others.length === 0 && symbol !== undefined ? instrumentOf.get(symbol) : undefined;
  return { knowledgeTime, eventTime, instrument: own ?? noInstrument, line, content: payload };
}

/** Joins the section rows of one filing, which are consecutive, into one fact. */
async function* joinedRows(
  batches: AsyncGenerator<readonly Kept<FactPayload>[], void>,
): AsyncGenerator<readonly Kept<FactPayload>[], void> {
  let held: Kept<FactPayload> | undefined;
  for await (const rows of batches) {
    const whole: Kept<FactPayload>[] = [];
    for (const row of rows) {
      const group = groupOf(row.content);
      if (held && group !== '' && group === groupOf(held.content)) held = merged(held, row);
      else {
        if (held) whole.push(held);
        held = row;
      }
    }
    yield whole;
  }
  if (held) yield [held];
}

function merged(first: Kept<FactPayload>, second: Kept<FactPayload>): Kept<FactPayload> {
  const [one, other] = [first.content as Filing, second.content as Filing];
  return { ...first, content: { ...one, sections: [...one.sections, ...other.sections] } };
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
