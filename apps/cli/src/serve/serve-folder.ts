/** What a served folder holds besides topics and tables, and whether it can be written. */

import { createHash } from 'node:crypto';
import { newToken } from '#http';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { conflict, excerpt, invalidInput, printable, unavailable } from '#values';
import { writeWhole } from '#backtest';
import { takeLock } from '#event-log';
import { listBundledDatasets } from '#market-data';
import type { RegisteredFeed } from '#feeds/port/registered-feed';
import { readFeedPlaces, readFeeds, readRegister } from '#service-host';
import { stateName, tokenName } from '../cluster/gateway-address.js';

/** Creates the folder, for its owner alone. `Unavailable` if it cannot be created. */
export function openServeFolder(path: string): string {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw unavailable('the folder cannot be created', { where: folder, cause });
  }
  return folder;
}

/**
 * Locks the folder until the function that it returns is called. `Conflict` if another process
 * serves from it.
 */
export function lockServeFolder(folder: string): () => void {
  const lock = join(folder, '.tapefold-lock');
  takeLock(lock, 'another process serves from this folder');
  const release = (): void => rmSync(lock, { force: true });
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

interface TokenFile {
  readonly path: string;
  /** SHA-256, hex: all that a gateway needs. */
  readonly hash: string;
}

/** The folder's token, created at the first start; only its owner can read it. */
export function tokenOf(folder: string): TokenFile {
  const path = join(folder, tokenName);
  if (!existsSync(path)) {
    const token = `tapefold_${newToken()}`;
    // A full disk may leave a partial file.
    writeFileSync(`${path}.draft`, `${token}\n`, { mode: 0o600 });
    renameSync(`${path}.draft`, path);
  } else chmodSync(path, 0o600);
  const token = readFileSync(path, 'utf8').trim();
  if (token.length < 16) {
    throw invalidInput('not a token', { where: path, expected: '16 characters or more' });
  }
  return { path, hash: createHash('sha256').update(token).digest('hex') };
}

const registerName = 'datasets.json';
const feedsName = 'feeds.json';

/**
 * The bundled data sets, those registered in this folder before, and `added` (`name=path`), which
 * are registered from now on: resumed runs need theirs. `InvalidInput` names what is wrong.
 */
export async function datasetsOf(
  folder: string,
  added: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const file = join(folder, registerName);
  const bundled = listBundledDatasets().map(({ name }) => [name, name] as const);
  const before = existsSync(file) ? await readRegister(file) : [];
  const registered = new Map([...before, ...added.map(parsedDataset)]);
  const taken = bundled.find(([name]) => registered.has(name));
  if (taken !== undefined) {
    const expected = 'a name that no bundled data set has';
    throw conflict('the name is taken', { where: '--dataset', expected, found: taken[0] });
  }
  if (added.length > 0) {
    writeWhole(file, `${JSON.stringify(Object.fromEntries(registered), null, 2)}\n`);
  }
  return new Map([...bundled, ...registered]);
}

/**
 * The feeds registered in this folder before, and those of the register `added`, a YAML file, which
 * are registered from now on: a tape recorded here resumes at the next start, whatever its options.
 * `InvalidInput` names file and line.
 */
export async function feedsOf(
  folder: string,
  added: string | undefined,
): Promise<ReadonlyMap<string, RegisteredFeed>> {
  const file = join(folder, feedsName);
  const before = existsSync(file) ? await readFeedPlaces(file) : [];
  if (added === undefined) return readFeeds(new Map(before));
  const places = new Map([...before, ...(await readFeedPlaces(added))]);
  const feeds = await readFeeds(places);
  writeWhole(file, `${JSON.stringify(Object.fromEntries(places), null, 2)}\n`);
  return feeds;
}

function parsedDataset(text: string): readonly [string, string] {
  const [, name = '', path = ''] = /^([A-Za-z0-9][A-Za-z0-9._-]{0,99})=(.+)$/.exec(text) ?? [];
  const place = resolve(path);
  if (name !== '' && statSync(place, { throwIfNoEntry: false }) !== undefined) return [name, place];
  throw invalidInput('no data set', {
    where: '--dataset',
    expected: 'name=path, of a folder with a dataset.yaml or a .duckdb file',
    found: excerpt(text),
  });
}

/** Announces the gateway's address to commands started in the parent folder. */
export function announce(folder: string, gatewayUrl: string): void {
  writeWhole(join(folder, stateName), `${JSON.stringify({ gatewayUrl }, null, 2)}\n`);
}

export function withdraw(folder: string): void {
  rmSync(join(folder, stateName), { force: true });
}

export interface DiskWatch {
  /** Why the folder cannot be written; undefined while it can. */
  trouble(): string | undefined;
  /** Call it with each failed write. */
  failed(error: Error): void;
  close(): void;
}

/** As large as the largest message: once it fits, waiting writes can continue. */
const probe = Buffer.alloc(1 << 20);
const probeEveryMs = 1_000;

/** `say` prints a line to the terminal. */
export function watchDisk(folder: string, notify: (line: string) => void): DiskWatch {
  const file = join(folder, '.space');
  let trouble: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lookAgain = (): void => {
    try {
      writeFileSync(file, probe);
      rmSync(file, { force: true });
    } catch {
      return;
    }
    clearInterval(timer);
    trouble = undefined;
    notify('the folder can be written again');
  };
  return {
    trouble: () => trouble,
    failed(error) {
      if (trouble !== undefined) return;
      trouble = printable(error.message, 300);
      notify(`${folder} cannot be written; work is paused until it can: ${trouble}`);
      timer = setInterval(lookAgain, probeEveryMs);
    },
    close: () => clearInterval(timer),
  };
}
