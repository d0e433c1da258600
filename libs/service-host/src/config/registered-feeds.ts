/**
 * The feeds that scenarios from outside may name, each with the description that ingest
 * records it by.
 */

import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { parseYaml } from '#contracts/parsing/yaml-document';
import { feedDescriptionSchema } from '#feeds/port/feed-description';
import type { RegisteredFeed } from '#feeds/port/registered-feed';
import { namedEntries, textOf } from './registered-datasets.js';

const what = 'a register or a description of feeds';

/**
 * Reads the file that TAPEFOLD_FEEDS names, a map from names to paths of feed descriptions, and the
 * descriptions. Returns no feeds if no file is named. `InvalidInput` names file and line.
 */
export async function readFeedRegister(
  file: string | undefined,
): Promise<ReadonlyMap<string, RegisteredFeed>> {
  return readFeeds(file === undefined ? new Map() : await readFeedPlaces(file));
}

/**
 * The file of each description by the name of its feed; paths are relative to the register's
 * folder. `InvalidInput` names file and line.
 */
export async function readFeedPlaces(file: string): Promise<ReadonlyMap<string, string>> {
  const places = await namedEntries(file, what, z.string().min(1).max(1000));
  const from = dirname(resolve(file));
  return new Map(Object.entries(places).map(([key, place]) => [key, resolve(from, place)]));
}

/**
 * Reads descriptions from the files that `readFeedPlaces` returns. They hold the locations of
 * secrets, not secrets, and no secret is looked up here. `InvalidInput` names file and line.
 */
export async function readFeeds(
  places: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, RegisteredFeed>> {
  const feeds = new Map<string, RegisteredFeed>();
  for (const [key, path] of places) {
    const description = parseYaml(await textOf(path, what), path, feedDescriptionSchema);
    feeds.set(key, { name: key, description, directory: dirname(path), file: path });
  }
  return feeds;
}
