/** The sources of tapes that name registered data sets, for ingest. */

import { excerpt, invalidInput } from '#values';
import type { FactSource } from '#contracts';
import type { TapeRequested } from '#contracts/streams/market';
import { openDataset, type Dataset } from '#market-data';
import type { OpenSources } from './ingest-processor.js';

interface OpenedDataset {
  readonly dataset: Dataset;
  readonly contentHash: string;
}

/**
 * Opens sources by the register `places`, which gives a folder or a bundled name for each name. Each data set is opened
 * and hashed once, and stays open. `InvalidInput` where a name is not registered here, or where the data set has
 * another content than the request was made from.
 */
export function registeredSources(places: ReadonlyMap<string, string>): OpenSources {
  const opened = new Map<string, Promise<OpenedDataset>>();
  return async (request) => {
    const { dataset: name, header, until, badRows } = request;
    let opening = opened.get(name);
    if (opening === undefined) {
      opening = openRegistered(places, name);
      opened.set(name, opening);
      // Asked again, it is tried again: the folder may have been mended meanwhile.
      opening.catch(() => opened.delete(name));
    }
    const { dataset, contentHash } = await opening;
    requireSameContent(request, contentHash);
    const symbols = header.instruments.map(({ symbol }) => symbol);
    return (await dataset.openSources({ symbols, until, badRows })) satisfies FactSource[];
  };
}

async function openRegistered(
  places: ReadonlyMap<string, string>,
  name: string,
): Promise<OpenedDataset> {
  const place = places.get(name);
  if (place === undefined) {
    throw invalidInput('no data set is registered under this name', {
      where: 'dataset',
      expected: `one of ${excerpt([...places.keys()].join(', '), 200)}`,
      found: excerpt(name),
    });
  }
  const dataset = await openDataset(place);
  return { dataset, contentHash: await dataset.contentHash() };
}

function requireSameContent({ dataset, dataHash }: TapeRequested, found: string): void {
  if (found === dataHash) return;
  throw invalidInput('the data set is another one than the tape was asked for', {
    where: `dataset ${dataset}`,
    expected: `content with the hash ${dataHash}`,
    found,
  });
}
