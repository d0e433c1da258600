/** News, filings, fundamentals, dividends or splits as facts: streamed where the file is in order, else sorted. */

import type { Instant } from '#values';
import {
  noInstrument,
  rankOfSource,
  type FactKind,
  type FactPayload,
  type FactSource,
  type Filing,
} from '#contracts';
import { readTable, type FactScan } from '../check/fact-scan.js';
import type { FactDraft } from '../facts/fact-draft.js';
import { filingKey } from '../facts/filing-fact.js';
import { ExternalSort } from '../rows/external-sort.js';
import { batchSource } from '../tasks/list-source.js';

const chunkRows = 256;

export interface FactTableSourceOptions {
  readonly scan: FactScan;
  readonly kind: FactKind;
  readonly instrumentOf: ReadonlyMap<string, number>;
  readonly until: Instant;
  /** Rows that a sort holds in memory. */
  readonly rowBudget: number;
}

/** A fact that is wanted, as it goes through the sort. */
interface Kept {
  readonly knowledgeTime: Instant;
  readonly eventTime: Instant;
  readonly instrument: number;
  readonly line: number;
  readonly payload: FactPayload;
}

/** Facts that name one of the tape's symbols, known until `until`. Dropped rows are passed over. */
export function factTableSource(options: FactTableSourceOptions): FactSource {
  const { scan, kind } = options;
  const { holds, location } = scan.access;
  const sorted = !scan.inOrder || holds === 'filings';
  const facts = sorted ? sortedFacts(options) : keptFacts(options);
  const named = { name: location.name, rank: rankOfSource(kind) };
  return batchSource(named, facts, chunkRows, (out, fact) => out.pushFact({ kind, ...fact }));
}

/** In file order; ends at the first fact beyond `until` where the file is in order. */
async function* keptFacts(options: FactTableSourceOptions): AsyncGenerator<readonly Kept[], void> {
  const { scan, until } = options;
  for await (const rows of readTable(scan.access)) {
    const kept: Kept[] = [];
    for (const { row, draft } of rows) {
      if (!draft || draft.knowledgeTime === null || scan.dropped.lines.has(row.line)) continue;
      if (draft.knowledgeTime > until) {
        if (!scan.inOrder) continue;
        yield kept;
        return;
      }
      if (!draft.symbols.some((symbol) => options.instrumentOf.has(symbol))) continue;
      kept.push(keep(draft, draft.knowledgeTime, row.line, options));
    }
    yield kept;
  }
}

function keep(
  draft: FactDraft,
  knowledgeTime: Instant,
  line: number,
  { instrumentOf }: FactTableSourceOptions,
): Kept {
  // Of several symbols none is the fact's own: adding another symbol to a run must not change it.
  const [symbol, ...others] = draft.symbols;
  const own = others.length === 0 && symbol !== undefined ? instrumentOf.get(symbol) : undefined;
  const { eventTime, payload } = draft;
  return { knowledgeTime, eventTime, instrument: own ?? noInstrument, line, payload };
}

/** By knowledge time, then line; the section rows of one filing become one fact. */
async function* sortedFacts(
  options: FactTableSourceOptions,
): AsyncGenerator<readonly Kept[], void> {
  const sort = new ExternalSort<Kept>({
    compare: (a, b) =>
      a.knowledgeTime - b.knowledgeTime || compareTexts(groupOf(a), groupOf(b)) || a.line - b.line,
    rowBudget: options.rowBudget,
    encode: (row) => row,
    decode: (value) => value as Kept,
  });
  try {
    for await (const rows of keptFacts(options)) for (const row of rows) sort.add(row);
    let held: Kept | undefined;
    for (const row of sort.sorted()) {
      if (held && groupOf(held) !== '' && groupOf(held) === groupOf(row)) held = merged(held, row);
      else {
        if (held) yield [held];
        held = row;
      }
    }
    if (held) yield [held];
  } finally {
    sort.dispose();
  }
}

/** Rows of one group are one fact; other facts stand for themselves. */
function groupOf({ payload }: Kept): string {
  return payload.kind === 'filing' ? filingKey(payload) : '';
}

function merged(first: Kept, second: Kept): Kept {
  const [one, other] = [first.payload as Filing, second.payload as Filing];
  return { ...first, payload: { ...one, sections: [...one.sections, ...other.sections] } };
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
