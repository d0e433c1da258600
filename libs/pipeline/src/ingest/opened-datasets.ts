/** Registered data sets, opened once and shared by the tapes made of them, until they change. */

import { excerpt, invalidInput, isFailure, TapefoldError } from '#values';
import type { RunSubmitted } from '#contracts/streams/runs';
import { openDataset } from '#feeds';
import type { Dataset } from '#market-data';
import { registeredPlace } from '#market-data/xbrl/cases-reference';

interface Opened {
  readonly dataset: Dataset;
  readonly contentHash: string;
  /** Current number of readers. */
  readers: number;
  /** Whether to close it after its last reader. */
  isOutdated: boolean;
}

/** A data set in use by one reader. */
export interface DatasetLease {
  readonly dataset: Dataset;
  /** Throws `InvalidInput` if its content has changed. Reads all of it. */
  requireUnchanged(): Promise<void>;
  /** The next lease opens the data set again. */
  outdate(): void;
  /** Ends the reads under this lease. */
  release(): void;
}

export class OpenedDatasets {
  private readonly current = new Map<string, Promise<Opened>>();

  /** `places`: a folder or a bundled name for each name. */
  constructor(private readonly places: ReadonlyMap<string, string>) {}

  /**
   * The data set of a name, with this content; reopened if the open one has other content. Throws
   * `InvalidInput` if the name is not registered, or its content has changed.
   */
  async lease(name: string, contentHash: string): Promise<DatasetLease> {
    let opened = await this.opened(name);
    if (opened.contentHash !== contentHash) {
      this.outdate(name, opened);
      opened = await this.opened(name);
    }
    requireContent(name, contentHash, opened.contentHash);
    opened.readers++;
    const { dataset } = opened;
    return {
      dataset,
      requireUnchanged: async () =>
        requireContent(
          name,
          contentHash,
          await dataset.contentHash(),
          'has changed while it was read',
        ),
      outdate: () => this.outdate(name, opened),
      release: () => {
        opened.readers--;
        closeUnread(opened);
      },
    };
  }

  /**
   * Returns what `read` makes of such a data set and keeps the lease; releases the lease
   * if that fails.
   */
  async read<T>(
    name: string,
    contentHash: string,
    read: (lease: DatasetLease) => T | Promise<T>,
  ): Promise<T> {
    const lease = await this.lease(name, contentHash);
    try {
      return await read(lease);
    } catch (error) {
      lease.outdate();
      lease.release();
      throw error;
    }
  }

  private opened(name: string): Promise<Opened> {
    const known = this.current.get(name);
    if (known !== undefined) return known;
    const opening = this.open(name);
    this.current.set(name, opening);
    // The next call retries: the folder may have been repaired meanwhile.
    opening.catch(() => this.current.delete(name));
    return opening;
  }

  private async open(name: string): Promise<Opened> {
    const place = registeredPlace(this.places, name);
    if (place === undefined) {
      throw invalidInput('no data set is registered under this name', {
        where: 'dataset',
        expected: `one of ${excerpt([...this.places.keys()].join(', '), 200)}`,
        found: excerpt(name),
      });
    }
    const dataset = await openDataset(place).catch((error: unknown) => {
      throw withoutPlace(error, name, place);
    });
    return {
      dataset,
      contentHash: await dataset.contentHash(),
      readers: 0,
      isOutdated: false,
    };
  }

  private outdate(name: string, opened: Opened): void {
    if (opened.isOutdated) return;
    opened.isOutdated = true;
    this.current.delete(name);
    closeUnread(opened);
  }
}

/**
 * Reads something of the data sets of runs, once per data set and process. The register `places`
 * gives a folder or a bundled name for each name. Only successes are remembered. `none`: the result
 * for a run without a data set, such as one on a live tape.
 */
export function readOnce<T>(
  places: ReadonlyMap<string, string>,
  none: T,
  read: (lease: DatasetLease) => T | Promise<T>,
): (run: RunSubmitted) => Promise<T> {
  const datasets = new OpenedDatasets(places);
  const known = new Map<string, Promise<T>>();
  return async ({ dataset, plan: { data } }) => {
    if (dataset === undefined || data === null) return none;
    const key = `${dataset} ${data}`;
    const reading = known.get(key) ?? datasets.read(dataset, data, read);
    known.set(key, reading);
    reading.catch(() => known.delete(key));
    return reading;
  };
}

function closeUnread({ dataset, readers, isOutdated }: Opened): void {
  if (isOutdated && readers === 0) dataset.close().catch(() => undefined);
}

function requireContent(
  name: string,
  expected: string,
  found: string,
  what = 'is another one than the tape was asked for',
): void {
  if (found === expected) return;
  throw invalidInput(`the data set ${what}`, {
    where: `dataset ${name}`,
    expected: `content with the hash ${expected}`,
    found,
  });
}

/** The location of a data set stays private to this machine. */
function withoutPlace(error: unknown, name: string, place: string): unknown {
  if (!isFailure(error) || place === name || !error.message.includes(place)) return error;
  const where = `dataset ${name}`;
  return new TapefoldError(error.code, 'the data set cannot be opened', { where, cause: error });
}
