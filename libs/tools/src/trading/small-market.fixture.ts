/** Small markets of the New York calendar for the tests of this room, read as of any instant. */

import { microsPerHour, requireCivilDate, sha256Hex, type CivilDate, type Instant } from '#values';
import {
  FactColumns,
  factKinds,
  noInstrument,
  rankOfKind,
  type DocumentRef,
  type FactPayload,
} from '#contracts';
import { calendarOf, knowledgeTimes } from '#market-data';
import { AsOfStore, viewAt, type MarketView } from '#market-view';
import { Capability, type CallOutcome, type RunDesk, type ToolSet } from '../index.js';

const calendar = calendarOf('XNYS');
const times = knowledgeTimes(calendar, 'herculean-date');

/** One price, or the values that differ from it. */
export interface SmallRow {
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly close: number;
  /** The close if left out; NaN where it is not known. */
  readonly adjClose?: number;
  readonly volume?: number;
}

export interface SmallMarketInput {
  /** By symbol and date; with several bars, each is an hour before the next. */
  readonly prices: Readonly<
    Record<string, Readonly<Record<string, number | SmallRow | SmallRow[]>>>
  >;
  readonly news?: readonly {
    readonly id: string;
    readonly symbol: string;
    readonly date: string;
    readonly text: string;
    readonly title?: string;
  }[];
  readonly filings?: readonly {
    readonly symbol: string;
    readonly date: string;
    readonly form: string;
    readonly sections: Readonly<Record<string, string>>;
    /** When it was accepted, if known. */
    readonly acceptedAt?: Instant;
    readonly accession?: string;
  }[];
  /** In the form of the data set. */
  readonly peers?: Readonly<Record<string, readonly string[]>>;
  /** Facts of other kinds, and when they become known. */
  readonly facts?: readonly { readonly time: Instant; readonly payload: FactPayload }[];
  /** The texts that those facts claim. */
  readonly texts?: readonly string[];
}

interface TimedFact {
  readonly time: Instant;
  readonly symbol?: string;
  readonly row?: SmallRow;
  readonly payload?: FactPayload;
}

export const day = (text: string): CivilDate => requireCivilDate(text, 'test');
/** The close of a session. */
export const closeOf = (text: string): Instant => calendar.closeOf(day(text));

/** The views of a market, by the close of a date or by an instant; at its end without either. */
export function smallMarket(input: SmallMarketInput): (asOf?: string | Instant) => MarketView {
  const documents = new Map<string, string>();
  const facts = factsOf(input, documents);
  for (const text of input.texts ?? []) documents.set(sha256Hex(text), text);
  const symbols = Object.keys(input.prices);
  const store = new AsOfStore({
    instruments: symbols.map((symbol) => ({ symbol, currency: 'USD' })),
    tradePrice: 'adjClose',
    priceBasis: 'adjusted',
    calendar: 'XNYS',
    peers: input.peers,
    history: null,
    unpriced: 'keep',
    documents,
  });
  const columns = new FactColumns(Math.max(1, facts.length));
  for (const fact of facts) push(columns, fact, symbols);
  store.append(columns);
  return (asOf) => {
    const limit = typeof asOf === 'string' ? closeOf(asOf) : (asOf ?? Infinity);
    const known = facts.filter(({ time }) => time <= limit);
    return viewAt(store, { asOf: known.length, time: known.at(-1)?.time ?? 0 });
  };
}

/** A tool's answer; fails the test if it is an error. */
export function answer(
  set: ToolSet,
  context: { readonly view: MarketView; readonly desk?: RunDesk },
  [name, args]: readonly [name: string, args: object],
): unknown {
  const outcome = outcomeOf(set, context, [name, args]);
  if (outcome.error !== null) throw new Error(outcome.error);
  const tool = set.tools.find((one) => one.name === name);
  // Every answer in every test must match the published schema.
  tool?.output.parse(outcome.value);
  return outcome.value;
}

export function outcomeOf(
  set: ToolSet,
  { view, desk = null }: { readonly view: MarketView; readonly desk?: RunDesk | null },
  [name, args]: readonly [name: string, args: object],
): CallOutcome {
  const capability = new Capability({ sets: [set], context: { view, desk }, now: () => 0 });
  return capability.call(name, args);
}

function factsOf(
  { prices, news = [], filings = [], facts = [] }: SmallMarketInput,
  documents: Map<string, string>,
): TimedFact[] {
  const keep = (text: string): DocumentRef => {
    documents.set(sha256Hex(text), text);
    return { sha256: sha256Hex(text), chars: text.length };
  };
  const bars = Object.entries(prices).flatMap(([symbol, rows]) =>
    Object.entries(rows).flatMap(([date, row]) => barsOf(symbol, date, row)),
  );
  const dates = Object.values(prices).flatMap((rows) => Object.keys(rows).map(day));
  const sessions = calendar.sessionsBetween(Math.min(...dates), Math.max(...dates));
  const all: TimedFact[] = [
    ...bars,
    ...sessions.flatMap((session): TimedFact[] => [
      { time: times.sessionOpen(session), payload: { kind: 'sessionOpen', session } },
      {
        time: times.sessionClose(session),
        payload: { kind: 'sessionClose', session, early: calendar.isEarlyClose(session) },
      },
    ]),
    ...news.map(({ id, symbol, date, text, title = '' }): TimedFact => {
      const about = { id, symbols: [symbol], publishedAt: day(date) * 86_400_000_000 };
      const content = { title, summary: '', source: '', url: '', body: keep(text) };
      const payload = { kind: 'news' as const, ...about, ...content };
      return { time: times.news({ on: day(date) }), symbol, payload };
    }),
    ...filings.map((filing): TimedFact => {
      const { symbol, date, form, sections, acceptedAt = null, accession = null } = filing;
      const named = Object.entries(sections).map(([name, text]) => ({
        name,
        document: keep(text),
      }));
      const dated = { filedDate: day(date), acceptedAt, periodEnd: null, accession };
      const payload = { kind: 'filing' as const, symbol, form, ...dated, sections: named };
      return { time: times.filing(acceptedAt, day(date)) ?? 0, symbol, payload };
    }),
    ...facts,
  ];
  return all.sort((one, other) => one.time - other.time || rankOf(one) - rankOf(other));
}

function barsOf(symbol: string, date: string, row: number | SmallRow | SmallRow[]): TimedFact[] {
  const rows = Array.isArray(row) ? row : [typeof row === 'number' ? { close: row } : row];
  const last = times.dailyBar(day(date));
  return rows.map((one, index) => {
    const hours = rows.length - 1 - index;
    return { time: last - hours * microsPerHour, symbol, row: one };
  });
}

const kindOf = ({ payload }: TimedFact) => factKinds[payload?.kind ?? 'bar'];
const rankOf = (fact: TimedFact): number => rankOfKind[kindOf(fact)];

function push(columns: FactColumns, fact: TimedFact, symbols: readonly string[]): void {
  const { time, symbol, row, payload } = fact;
  const instrument = symbol === undefined ? noInstrument : symbols.indexOf(symbol);
  const place = { instrument, knowledgeTime: time, eventTime: time };
  if (payload !== undefined) {
    columns.pushFact({ ...place, kind: kindOf(fact), payload });
    return;
  }
  const at = columns.count++;
  const {
    close,
    open = close,
    high = close,
    low = close,
    adjClose = close,
    volume = NaN,
  } = row ?? {
    close: NaN,
  };
  columns.kind[at] = factKinds.bar;
  columns.instrument[at] = instrument;
  columns.knowledgeTime[at] = time;
  columns.eventTime[at] = time;
  Object.entries({ open, high, low, close, adjClose, volume }).forEach(([name, value]) => {
    columns[name as 'open'][at] = value;
  });
}
