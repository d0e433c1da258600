/**
 * Tables of facts, trades and quotes as sources: streamed if the file is in time
 * order, else sorted.
 */

import type { Instant } from '#values';
import { noInstrument, rankOfSource, type FactSource, type Filing } from '#contracts';
import { readFacts, type TableScan } from '../check/table-scan.js';
import type { DraftPayload, FactDraft } from '../facts/fact-draft.js';
import { factTraits } from '../facts/fact-traits.js';
import { groupOf } from '../facts/filing-fact.js';
import { isTickKind } from '../manifest/dataset-manifest.js';
import { sortedRows } from '../tables/table-rows.js';
import { batchSource } from '../tasks/list-source.js';

/** Facts take more room than ticks. */
const factChunkRows = 256;
const tickChunkRows = 4096;

interface SourceOptions {
  readonly scan: TableScan;
  /** The number of the table among those of its kind. */
  readonly number: number;
  readonly instrumentOf: ReadonlyMap<string, number>;
  /** Last knowledge time to emit. */
  readonly until: Instant;
  /** Maximum rows that a sort holds in memory. */
  readonly rowBudget: number;
}

/** A selected row, in the form used by the sort. */
interface Kept {
  readonly knowledgeTime: Instant;
  readonly eventTime: Instant;
  readonly instrument: number;
  readonly line: number;
  readonly content: DraftPayload;
}

/** Facts that name one of the tape's symbols, known by `until`. Skips dropped rows. */
export function tableSource(options: SourceOptions): FactSource {
  const { scan, number } = options;
  const { holds, location } = scan.access;
  const { kind, rowBudget: rowsMax } = factTraits[holds];
  const rowBudget = Math.min(options.rowBudget, rowsMax);
  const compare = (a: Kept, b: Kept): number =>
    a.knowledgeTime - b.knowledgeTime ||
    compareTexts(groupOf(a.content), groupOf(b.content)) ||
    a.line - b.line;
  const rows = keptRows(options);
  const sorted =
    scan.inOrder && holds !== 'filings' ? rows : sortedRows(rows, { compare, rowBudget });
  const whole = holds === 'filings' ? joinedRows(sorted) : sorted;
  const named = { name: location.name, rank: rankOfSource(kind, number) };
  const chunkRows = isTickKind(holds) ? tickChunkRows : factChunkRows;
  return batchSource(named, whole, chunkRows, (out, { content: payload, ...place }) => {
    if (payload.kind === 'trade') out.pushTrade({ ...place, ...payload });
    else if (payload.kind === 'quote') {
      const { bid, ask, bidSize, askSize } = payload;
      const sizes = { bidSize: bidSize ?? NaN, askSize: askSize ?? NaN };
      out.pushQuote({ ...place, bid: bid ?? NaN, ask: ask ?? NaN, ...sizes });
    } else out.pushFact({ kind, payload, ...place });
  });
}

/** In file order; ends at the first row beyond `until` if the file is in order. */
async function* keptRows(options: SourceOptions): AsyncGenerator<readonly Kept[], void> {
  const { scan, until } = options;
  for await (const rows of readFacts(scan.access)) {
    const kept = rows.flatMap(({ row: { line }, value }) =>
      value === undefined || scan.dropped.lines.has(line)
        ? []
        : (keptFact(value, line, options) ?? []),
    );
    const known = kept.filter(({ knowledgeTime }) => knowledgeTime <= until);
    yield known;
    if (scan.inOrder && known.length < kept.length) return;
  }
}

function keptFact(
  { knowledgeTime, eventTime, payload, symbols }: FactDraft,
  line: number,
  { instrumentOf }: SourceOptions,
): Kept | undefined {
  if (knowledgeTime === null || !symbols.some((symbol) => instrumentOf.has(symbol)))
    return undefined;
  // With several symbols, none is the fact's own: adding another symbol to a run must
  // not change it.
  const [symbol, ...others] = symbols;
  const own = others.length === 0 && symbol !== undefined ? instrumentOf.get(symbol) : undefined;
  return { knowledgeTime, eventTime, instrument: own ?? noInstrument, line, content: payload };
}

/** Joins the section rows of one filing, which are consecutive, into one fact. */
async function* joinedRows(
  batches: AsyncGenerator<readonly Kept[], void>,
): AsyncGenerator<readonly Kept[], void> {
  let held: Kept | undefined;
  for await (const rows of batches) {
    const whole: Kept[] = [];
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

function merged(first: Kept, second: Kept): Kept {
  const one = first.content as Filing;
  const other = second.content as Filing;
  return { ...first, content: { ...one, sections: [...one.sections, ...other.sections] } };
}

const compareTexts = (a: string, b: string): number => {
  if (a < b) return -1;
  if (a > b) return 1;
  return 0;
};
