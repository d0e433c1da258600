/**
 * A data set's whole tape in one store, read at any instant: the source for tools that a user
 * serves by hand.
 */

import {
  type CivilDate,
  excerpt,
  formatInstant,
  type Instant,
  invalidInput,
  NumberColumn,
  parseCivilDate,
  parseInstant,
} from '#values';
import type { FactColumns, TapeHeader } from '#contracts';
import { openDataset } from '#feeds';
import type { Dataset, Finding } from '#market-data';
import { firstError, isOtherOrder } from '#market-data/findings/first-error';
import { AsOfStore, type MarketView, type TapePlace, viewAt } from '#market-view';
import { batchesOf, headerOf, lastPriced, openTape, resolveReference } from './scenario-tape.js';

export interface OpenMarketOptions {
  /** Folder from which a relative reference starts; that of the process when left out. */
  readonly directory?: string;
  /** All of the data set when left out. */
  readonly symbols?: readonly string[];
  /** How to treat rows with errors; `refuse` when left out. */
  readonly badRows?: 'refuse' | 'drop';
  /** `keep`: bars whose trade price is not known are read too; nothing may trade at them. */
  readonly unpriced?: 'keep';
  /** The last session that is read, with nothing known later; all of the data when left out. */
  readonly until?: CivilDate;
  /** The last instant that is read: the store ends as if nothing had come later. */
  readonly through?: Instant;
}

/** An instant, the session close of a date, or the end of the data. */
export type When = { readonly instant: Instant } | { readonly date: CivilDate } | 'end';

/**
 * Reads an instant with its offset (`2026-01-05T16:00:00-05:00`) or a date (`2026-01-05`), which
 * means its session close; without a text, the end. `InvalidInput` for anything else.
 */
export function parseAsOf(text: string | undefined): When {
  if (text === undefined) return 'end';
  const date = parseCivilDate(text);
  if (date !== undefined) return { date };
  const instant = parseInstant(text, null);
  if (instant !== undefined) return { instant };
  throw invalidInput('not an as-of', {
    where: 'as-of',
    expected: 'a date (2026-01-05) or an instant with its offset (2026-01-05T16:00:00-05:00)',
    found: excerpt(text),
  });
}

/** A view that never moves, and its place. */
export interface MarketAt extends TapePlace {
  readonly view: MarketView;
}

export class Market {
  constructor(
    readonly header: TapeHeader,
    /** SHA-256 of the data set's content. */
    readonly dataHash: string,
    private readonly dataset: Dataset,
    private readonly store: AsOfStore,
    private readonly instants: InstantIndex,
    /** The errors of the data set whose rows are not in it; none unless they may be dropped. */
    readonly dropped: readonly Finding[] = [],
  ) {}

  /**
   * The market as of an instant (inclusive) or of a date's session close (for a date without one,
   * the last close before it); an as-of after the end of the data is its end. `InvalidInput` if
   * nothing is known yet.
   */
  at(when: When): MarketAt {
    const wanted = this.instantOf(when);
    const place = this.instants.upTo(wanted);
    if (place !== null) return { ...place, view: viewAt(this.store, place) };
    const first = this.instants.first;
    throw invalidInput('the as-of lies before the data', {
      where: 'as-of',
      expected: first === null ? 'a data set with facts' : `${formatInstant(first)} or later`,
      found: wanted === -Infinity || wanted === Infinity ? 'none' : formatInstant(wanted),
    });
  }

  /** Closes the files; views can no longer read texts. */
  close(): Promise<void> {
    return this.dataset.close();
  }

  private instantOf(when: When): Instant {
    if (when === 'end') return Infinity;
    if ('instant' in when) return when.instant;
    const { calendar } = this.dataset;
    if (when.date > calendar.lastDate) return Infinity;
    if (when.date < calendar.sessionOnOrAfter(calendar.firstDate)) return -Infinity;
    return calendar.closeOf(calendar.sessionOnOrBefore(when.date));
  }
}

/**
 * Reads the whole tape of a data set (a path, or the name of a bundled one) into one store. The
 * caller closes it. `InvalidInput` if the data set cannot be read, has errors that may not be
 * dropped, or lacks a symbol.
 */
export async function openMarket(
  reference: string,
  options: OpenMarketOptions = {},
): Promise<Market> {
  const dataset = await openDataset(
    resolveReference(reference, options.directory ?? process.cwd()),
    { unpriced: options.unpriced },
  );
  try {
    const market = await readMarket(dataset, options);
    // Texts are copied by now: another program may write the file while the market is read.
    await dataset.release?.();
    return market;
  } catch (error) {
    await dataset.close();
    throw error;
  }
}

async function readMarket(dataset: Dataset, options: OpenMarketOptions): Promise<Market> {
  const { symbols = dataset.symbols, badRows = 'refuse', until, through = Infinity } = options;
  const last = until ?? (await lastPriced(dataset)) ?? dataset.calendar.lastDate;
  const dataHash = await dataset.contentHash();
  const header = await headerOf(dataset, symbols, { dataHash, until: last });
  const { documents } = dataset;
  const { unpriced } = options;
  const store = new AsOfStore({ ...header, history: null, documents, unpriced });
  const instants = new InstantIndex();
  const beyond = until === undefined;
  const tape = await openTape(dataset, header, { until: last, beyond, badRows, tasks: false });
  for await (const facts of batchesOf(tape)) {
    const to = rowsThrough(facts, through);
    store.append(facts, 0, to);
    instants.append(facts, to);
    if (to < facts.count) break;
  }
  const dropped = badRows === 'drop' ? await droppedOf(dataset) : [];
  return new Market(header, dataHash, dataset, store, instants, dropped);
}

/** The errors whose rows are left out; throws `InvalidInput` where most rows would be. */
async function droppedOf(dataset: Dataset): Promise<readonly Finding[]> {
  const report = await dataset.check();
  const refused = isOtherOrder(report) ? firstError(report, 'the data set has errors') : undefined;
  if (refused !== undefined) throw refused;
  return report.errors;
}

/** Rows of a batch that are known at `time`, inclusive. */
function rowsThrough({ knowledgeTime, count }: FactColumns, time: Instant): number {
  let rows = count;
  while (rows > 0 && (knowledgeTime[rows - 1] as number) > time) rows--;
  return rows;
}

export class InstantIndex {
  private readonly times = new NumberColumn();
  private readonly ends = new NumberColumn();
  private facts = 0;

  /** Takes the next facts of the tape. */
  append({ knowledgeTime, count }: FactColumns, rows = count): void {
    for (let row = 0; row < rows; row++) {
      const time = knowledgeTime[row] as number;
      this.facts++;
      const last = this.times.length - 1;
      if (last >= 0 && this.times.at(last) === time) this.ends.pop();
      else this.times.push(time);
      this.ends.push(this.facts);
    }
  }

  /** Time of the first fact; null if there is none. */
  get first(): Instant | null {
    return this.times.length === 0 ? null : this.times.at(0);
  }

  /** The last place at or before `time`; null before the first fact. */
  upTo(time: Instant): TapePlace | null {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.times.at(middle) <= time) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return null;
    return { asOf: this.ends.at(low - 1), time: this.times.at(low - 1) };
  }
}
