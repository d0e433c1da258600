/** The rows of a data set for a HERCULEAN environment file, and the facts that have no row. */

import { invalidInput, isFailure, type CivilDate, type Instant } from '#values';
import {
  factKinds,
  rankOfSource,
  type DocumentRef,
  type FactColumns,
  type FactSource,
  type Filing,
  type News,
  type Split,
} from '#contracts';
import type { Dataset } from '#market-data';
import { chunksOf, textsOf } from '#market-data/import/row-of-fact';
import type { SessionCalendar } from '#market-data/calendar/session-calendar';
import { midnightDate } from '#market-data/calendar/knowledge-time';
import type { WrittenRow } from '#market-data/tables/parquet-file';

export type EnvironmentTable = 'prices' | 'news' | 'filings';

/**
 * A row in tape order, under the column names of its staging table. `number` counts texts, so that
 * those of one day keep their order; volume is in whole shares, null if the data set has none;
 * `is_relabeled` tells whether the data set has a filing under another symbol.
 */
export type EnvironmentRow = WrittenRow & {
  readonly table: EnvironmentTable;
  readonly symbol: string;
  readonly day: CivilDate;
};

interface EnvironmentSpan {
  readonly from: CivilDate;
  /** A session. */
  readonly through: CivilDate;
  /** As named in the file; defaults to all of the data set. */
  readonly symbols?: readonly string[] | undefined;
}

/**
 * Throws `InvalidInput` if a HERCULEAN file cannot hold the data set: other than daily bars, XNYS
 * and US dollars.
 */
export function requireEnvironment(dataset: Dataset): void {
  const refuse = (what: string, expected: string, found: string): void => {
    throw invalidInput(what, { where: dataset.name, expected, found });
  };
  const what = 'the data set does not fit into a HERCULEAN environment file';
  const { calendar, barFrequency } = dataset;
  if (barFrequency !== 'daily') refuse(what, 'daily bars', `${barFrequency} bars`);
  if (calendar.name !== 'XNYS') refuse(what, 'the calendar XNYS', calendar.name);
  const other = dataset.symbols.find((symbol) => dataset.calendarOf(symbol) !== calendar);
  if (other !== undefined) {
    refuse(
      what,
      'the calendar XNYS for all symbols',
      `${dataset.calendarOf(other).name} of ${other}`,
    );
  }
  const stranger = dataset.symbols.find((symbol) => dataset.currencyOf(symbol) !== 'USD');
  if (stranger !== undefined) {
    refuse(what, 'prices in USD', `${stranger} in ${dataset.currencyOf(stranger)}`);
  }
}

/** Reads the data set once, in bounded memory. */
export class EnvironmentRows {
  /** How often each kind of fact was skipped. */
  readonly leftOut = new Map<string, number>();
  /** As named in the file. */
  private readonly symbols: ReadonlySet<string>;
  private readonly textOf: (document: DocumentRef) => string;
  /** By symbol, splits of raw prices that take effect by the last day. */
  private splits: ReadonlyMap<string, readonly Split[]> = new Map();
  private count = 0;

  constructor(
    private readonly dataset: Dataset,
    private readonly span: EnvironmentSpan,
  ) {
    this.symbols = new Set(span.symbols ?? dataset.symbols.map(environmentSymbol));
    this.textOf = textsOf(dataset);
  }

  async *rows(): AsyncGenerator<EnvironmentRow> {
    const { dataset, span } = this;
    const { calendar } = dataset;
    // A filing of the last day may have been accepted after its close.
    const until = calendar.sessionOnOrAfter(Math.min(span.through + 1, calendar.lastDate));
    const names = this.sourceSymbols();
    this.splits = Map.groupBy(await this.readSplits(names, until), ({ symbol }) =>
      environmentSymbol(symbol),
    );
    const { symbols, sources } = await this.openSources(names, until);
    const ownClass = (await dataset.coverage()).some(
      ({ symbol, bars }) => symbol === 'GOOGL' && bars > 0,
    );
    for await (const chunk of chunksOf(sources)) {
      for (let row = 0; row < chunk.count; row++) {
        const symbol = symbols[chunk.instrument[row] as number];
        if (chunk.kind[row] !== factKinds.bar) yield* this.factRows(chunk, row);
        else if (symbol === 'GOOG' && ownClass) this.leaveOut('bars of GOOG');
        else yield* this.within([this.priceRow(chunk, row, environmentSymbol(symbol ?? ''))]);
      }
    }
  }

  /** Reads the actions alone, before any price that they change. */
  private async readSplits(names: readonly string[], until: CivilDate): Promise<Split[]> {
    if (this.dataset.priceBasis !== 'raw') return [];
    const { sources } = await this.openSources(names, until);
    const isSplits = ({ rank }: FactSource): boolean => rank === rankOfSource(factKinds.split);
    for (const source of sources) if (!isSplits(source)) source.close();
    const found: Split[] = [];
    for await (const chunk of chunksOf(sources.filter(isSplits))) {
      const payloads = chunk.payload.slice(0, chunk.count);
      found.push(...payloads.flatMap((payload) => (payload?.kind === 'split' ? payload : [])));
    }
    return found.filter((split) => this.isInPrices(split));
  }

  /** Whether prices before a split are divided by it. */
  private isInPrices({ effectiveDate }: Split): boolean {
    return this.dataset.priceBasis === 'raw' && effectiveDate <= this.span.through;
  }

  private sourceSymbols(): string[] {
    const known = new Set(this.dataset.symbols.map(environmentSymbol));
    const stranger = [...this.symbols].find((symbol) => !known.has(symbol));
    if (stranger !== undefined) {
      throw invalidInput('the data set has no such symbol', {
        expected: `one of ${[...known].sort().join(', ').slice(0, 200)}`,
        found: stranger.slice(0, 32),
      });
    }
    return this.dataset.symbols
      .filter((symbol) => this.symbols.has(environmentSymbol(symbol)))
      .sort();
  }

  /** Reports may use a ticker without bars, which is therefore no symbol of the data set. */
  private async openSources(
    symbols: readonly string[],
    until: CivilDate,
  ): Promise<{ symbols: readonly string[]; sources: readonly FactSource[] }> {
    const open = async (names: readonly string[]) => ({
      symbols: names,
      sources: await this.dataset.openSources({ symbols: names, until, badRows: 'refuse' }),
    });
    const other = ['GOOG', 'GOOGL'].filter((symbol) => !symbols.includes(symbol));
    if (other.length !== 1) return open(symbols);
    try {
      return await open([...symbols, ...other]);
    } catch (error) {
      if (!isFailure(error, 'InvalidInput')) throw error;
      return open(symbols);
    }
  }

  private *within(rows: readonly EnvironmentRow[]): Generator<EnvironmentRow> {
    const { from, through } = this.span;
    for (const row of rows) {
      if (row.day < from || row.day > through) continue;
      if (this.symbols.has(row.symbol)) yield row;
    }
  }

  private priceRow(chunk: FactColumns, row: number, symbol: string): EnvironmentRow {
    const at = (column: 'open' | 'high' | 'low' | 'close' | 'adjClose' | 'volume'): number =>
      chunk[column][row] as number;
    const day = this.dataset.calendar.sessionClosingAtOrAfter(chunk.knowledgeTime[row] as number);
    const shares = this.sharesSince(symbol, day);
    const adjClose = at('adjClose');
    const volume = at('volume');
    // A vendor that does not adjust gives the same close twice.
    const isOwn = !Number.isNaN(adjClose) && adjClose !== at('close');
    return {
      table: 'prices',
      symbol,
      day,
      open: at('open') / shares,
      high: at('high') / shares,
      low: at('low') / shares,
      close: at('close') / shares,
      adj_close: isOwn ? adjClose : at('close') / shares,
      volume: Number.isNaN(volume) ? null : Math.round(volume * shares),
    };
  }

  /** Shares of the last day that a share of a day has become. */
  private sharesSince(symbol: string, day: CivilDate): number {
    const splits = this.splits.get(symbol) ?? [];
    return splits
      .filter(({ effectiveDate }) => day < effectiveDate)
      .reduce((shares, { from, to }) => shares * (to / from), 1);
  }

  private *factRows(chunk: FactColumns, row: number): Generator<EnvironmentRow> {
    const payload = chunk.payload[row];
    if (payload === undefined) return this.leaveOut('trades and quotes');
    const { kind } = payload;
    if (kind === 'sessionOpen' || kind === 'sessionClose') return;
    if (kind === 'news') {
      yield* this.within(this.newsRows(payload, chunk.knowledgeTime[row] as number));
    } else if (kind === 'filing') yield* this.within(this.filingRows(payload));
    else if (kind !== 'split' || !this.isInPrices(payload)) this.leaveOut(kind);
  }

  private newsRows(news: News, knownAt: number): EnvironmentRow[] {
    const day = dateOfNews(this.dataset.calendar, news.publishedAt, knownAt);
    const body = news.body === null ? news.summary : this.textOf(news.body);
    const text = [news.title, body].filter((part) => part !== '').join('\n');
    const symbols = new Set(news.symbols.map(environmentSymbol));
    return [...symbols].map((symbol) => ({
      table: 'news',
      symbol,
      day,
      number: this.count++,
      source_id: news.id,
      text,
    }));
  }

  private filingRows(filing: Filing): EnvironmentRow[] {
    const { form, acceptedAt, filedDate, accession } = filing;
    const reason = leftOutFiling(form);
    if (reason !== undefined) {
      this.leaveOut(reason);
      return [];
    }
    const sections = (name: string): string =>
      filing.sections
        .filter((section) => section.name === name)
        .map(({ document }) => this.textOf(document))
        .join('\n\n');
    for (const { name } of filing.sections) {
      if (name !== 'mda' && name !== 'risk') this.leaveOut('other sections of filings');
    }
    const symbol = environmentSymbol(filing.symbol);
    return [
      {
        table: 'filings',
        symbol,
        day: acceptedAt === null ? filedDate : this.dataset.calendar.dateOf(acceptedAt),
        number: this.count++,
        document_type: form,
        accession,
        is_relabeled: symbol !== filing.symbol,
        mda_content: sections('mda'),
        risk_content: sections('risk'),
      },
    ];
  }

  private leaveOut(what: string): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + 1);
  }
}

/** Stored in the file and shown by the command: a file with other rules is not rolled forward. */
export const environmentRules = {
  symbols: 'GOOG is GOOGL: Alphabet files its reports under GOOG',
  'share classes': 'bars of GOOG are left out where GOOGL has bars of its own',
  amendments: '10-K/A and 10-Q/A are left out',
  forms: '10-K and 10-Q alone, of these the sections mda and risk',
  prices:
    'in the shares of the last day: raw prices before a split are divided by it; adj_close is ' +
    'the close where the data set has none; vwap is left out',
  volume: 'whole shares, rounded',
  news:
    'one row a symbol and day: the texts of its items, in order, with a blank line between; an ' +
    'item that came behind the close of a session has the next date',
  filings: 'at the day on which EDGAR accepted them, New York; else at the filing date',
  'other facts': 'fundamentals, dividends, trades and quotes have no table here',
} as const;

/** The HERCULEAN file's name for a symbol of a data set. */
const environmentSymbol = (symbol: string): string => (symbol === 'GOOG' ? 'GOOGL' : symbol);

/** Why a filing is skipped; undefined for one that is included. */
function leftOutFiling(form: string): string | undefined {
  if (form === '10-K' || form === '10-Q') return undefined;
  return form === '10-K/A' || form === '10-Q/A' ? 'amended filings' : 'filings of other forms';
}

/**
 * The date of a news item. A HERCULEAN file counts a dated item as known at that day's close: an
 * item that arrived later gets the next date, so that it is not read too early.
 */
function dateOfNews(calendar: SessionCalendar, publishedAt: Instant, knownAt: Instant): CivilDate {
  const dated = midnightDate(publishedAt);
  if (dated !== undefined) return dated;
  const date = calendar.dateOf(knownAt);
  return calendar.isSession(date) && knownAt > calendar.closeOf(date) ? date + 1 : date;
}
