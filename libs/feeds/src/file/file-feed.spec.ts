/** Each line of a growing file arrives once and in order, whatever happens to the file. */

import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import {
  appendFile,
  mkdir,
  mkdtemp,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Feed } from '../port/feed.js';
import { describeFeed, type OpenedFeed } from '../feed.contract.fixture.js';
import {
  connectionOf,
  describedFeed,
  feedSecret,
  priceOf,
  secretEnv,
  tradeMapping,
  tradeMessage,
} from '../feed-description.fixture.js';
import { KeepingSink } from '../feed-sink.fixture.js';
import { quickClock } from '../feed-clock.fixture.js';
import { openFileFeed } from './file-feed.js';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'file-feed-'));
  path = join(directory, 'trades.jsonl');
});
afterEach(() => rm(directory, { recursive: true }));

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `{"line":${from + index}}\n`).join('');

const numbers = (kept: KeepingSink): number[] =>
  kept.texts().map((text) => (JSON.parse(text) as { line: number }).line);

const noted = (kept: KeepingSink): string[] => kept.notes.map(({ note }) => note);

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

function openFeed(): Promise<Feed> {
  const description = describedFeed(`kind: file\npath: trades.jsonl\n${tradeMapping}`);
  const connection = connectionOf(description, 'file');
  return openFileFeed(connection, { description, directory, env: {} }, quickClock());
}

/** Runs a feed on the file until the steps are done. */
async function following(kept: KeepingSink, steps: () => Promise<void>): Promise<void> {
  const feed = await openFeed();
  const stop = new AbortController();
  const running = feed.run(kept, stop.signal);
  await steps();
  stop.abort();
  await running;
}

describe('a file that grows', () => {
  it('is waited for, and read line by line', async () => {
    const kept = new KeepingSink();
    await following(kept, async () => {
      await writeFile(path, lines(1, 2));
      await kept.until(({ frames }) => frames.length === 2);
      await appendFile(path, '\r\n{"line":3}\r\n');
      await kept.until(({ frames }) => frames.length === 3);
    });
    expect(numbers(kept)).toEqual([1, 2, 3]);
    expect(noted(kept)).toEqual(['connected']);
  });

  it('waits for the end of its last line', async () => {
    const kept = new KeepingSink();
    await writeFile(path, `${lines(1, 1)}{"li`);
    await following(kept, async () => {
      await kept.until(({ frames }) => frames.length === 1);
      await appendFile(path, 'ne":2}\n');
      await kept.until(({ frames }) => frames.length === 2);
    });
    expect(numbers(kept)).toEqual([1, 2]);
  });

  it('is read to its end when it is moved aside, then the new one', async () => {
    const kept = new KeepingSink();
    await writeFile(path, lines(1, 3));
    await following(kept, async () => {
      await kept.until(({ frames }) => frames.length === 3);
      await appendFile(path, `${lines(4, 5)}{"line":6}`);
      await rename(path, `${path}.1`);
      await writeFile(path, lines(7, 8));
      await kept.until(({ frames }) => frames.length === 8);
    });
    expect(numbers(kept)).toEqual(upTo(8));
    expect(noted(kept)).not.toContain('lost');
  });

  it('reports a loss when it is truncated, and starts over', async () => {
    const kept = new KeepingSink();
    await writeFile(path, lines(1, 3));
    await following(kept, async () => {
      await kept.until(({ frames }) => frames.length === 3);
      await truncate(path);
      await kept.until(({ notes }) => notes.some(({ note }) => note === 'lost'));
      await appendFile(path, lines(4, 4));
      await kept.until(({ frames }) => frames.length === 4);
    });
    expect(numbers(kept)).toEqual(upTo(4));
    expect(noted(kept)).toEqual(['connected', 'lost']);
    expect(kept.notes.at(-1)).toMatchObject({
      reason: 'the file was cut or written again; lines before that may be missing',
    });
  });

  it('names a loss when it was written again and is longer than before', async () => {
    const kept = new KeepingSink();
    await writeFile(path, lines(1, 3));
    await following(kept, async () => {
      await kept.until(({ frames }) => frames.length === 3);
      await writeFile(path, lines(11, 19));
      await kept.until(({ frames }) => frames.length === 12);
    });
    expect(numbers(kept)).toEqual([1, 2, 3, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(noted(kept)).toContain('lost');
  });

  it('stops at a line that is too long, and resumes after it', async () => {
    const kept = new KeepingSink();
    await writeFile(path, `${lines(1, 1)}${'x'.repeat(5_000_000)}\n${lines(2, 2)}`);
    await following(kept, () => kept.until(({ frames }) => frames.length === 2));
    expect(numbers(kept)).toEqual([1, 2]);
    expect(kept.notes).toContainEqual(
      expect.objectContaining({ note: 'lost', reason: 'a line is too long' }),
    );
  });
});

describe('what is no regular file', () => {
  const refused = async (): Promise<unknown> =>
    (await openFeed())
      .run(new KeepingSink(), new AbortController().signal)
      .catch((error: unknown) => error);
  const message: unknown = expect.stringContaining('not a regular file');
  const refusal = { code: 'InvalidInput', message };

  it('is refused at once: a pipe without a writer, a folder, a device', async () => {
    execFileSync('mkfifo', [path]);
    expect(await refused()).toMatchObject(refusal);
    await rm(path);
    await mkdir(path);
    expect(await refused()).toMatchObject(refusal);
    await rm(path, { recursive: true });
    await symlink('/dev/zero', path);
    expect(await refused()).toMatchObject(refusal);
  });

  it('is refused at once when it is a socket', async () => {
    const server = createServer().listen(path);
    await once(server, 'listening');
    expect(await refused()).toMatchObject(refusal);
    await new Promise((settle) => server.close(settle));
  });

  it('is refused when it takes the place of the file after a restart', async () => {
    const kept = new KeepingSink();
    await writeFile(path, lines(1, 3));
    await following(kept, () => kept.until(({ frames }) => frames.length === 3));
    await rename(path, `${path}.1`);
    execFileSync('mkfifo', [path]);
    expect(await refused()).toMatchObject(refusal);
  });
});

describe('a restart of the recorder', () => {
  it('resumes after the last line of the recording', async () => {
    const kept = new KeepingSink();
    await writeFile(path, lines(1, 3));
    await following(kept, () => kept.until(({ frames }) => frames.length === 3));
    await appendFile(path, lines(4, 6));
    await following(kept, () => kept.until(({ frames }) => frames.length === 6));
    expect(numbers(kept)).toEqual(upTo(6));
    expect(noted(kept)).toEqual(['connected', 'connected']);
  });

  it('reads what was moved aside twice meanwhile', async () => {
    const kept = new KeepingSink();
    await writeFile(path, lines(1, 3));
    await following(kept, () => kept.until(({ frames }) => frames.length === 3));
    await appendFile(path, lines(4, 5));
    await rename(path, `${path}.2`);
    await utimes(`${path}.2`, 1000, 1000);
    await writeFile(path, lines(6, 7));
    await rename(path, `${path}.1`);
    await utimes(`${path}.1`, 2000, 2000);
    await writeFile(path, lines(8, 9));
    await following(kept, () => kept.until(({ frames }) => frames.length === 9));
    expect(numbers(kept)).toEqual(upTo(9));
    expect(noted(kept)).not.toContain('lost');
  });

  it('names a loss when the file that was read is gone', async () => {
    const kept = new KeepingSink();
    await writeFile(path, lines(1, 3));
    await following(kept, () => kept.until(({ frames }) => frames.length === 3));
    await writeFile(`${path}.new`, lines(7, 8));
    await rename(`${path}.new`, path);
    await following(kept, () => kept.until(({ frames }) => frames.length === 5));
    expect(numbers(kept)).toEqual([1, 2, 3, 7, 8]);
    expect(noted(kept)).toEqual(['connected', 'connected', 'lost']);
    expect(kept.notes.at(-1)).toMatchObject({
      reason: 'the file in which the recording left off is gone, or was written again',
    });
  });
});

it('holds the file back while the recording is behind, and ends promptly all the same', async () => {
  const kept = new KeepingSink();
  const held = kept.hold();
  await writeFile(path, lines(1, 50));
  await following(kept, async () => {
    await kept.until(({ frames }) => frames.length === 1);
    expect(kept.frames).toHaveLength(1);
    held.release();
    await kept.until(({ frames }) => frames.length === 50);
  });
  expect(numbers(kept)).toEqual(upTo(50));
});

describeFeed('of a file that grows', async (): Promise<OpenedFeed> => {
  const directory = await mkdtemp(join(tmpdir(), 'feed-contract-'));
  const description = describedFeed(`kind: file\npath: trades.jsonl\n${tradeMapping}`);
  const path = join(directory, 'trades.jsonl');
  await appendFile(path, '');
  const context = { description, directory, env: secretEnv };
  return {
    feed: await openFileFeed(connectionOf(description, 'file'), context, quickClock()),
    send: (number) => appendFile(path, `${JSON.stringify(tradeMessage(number))}\n`),
    interrupt: () => rename(path, `${path}.1`),
    numberOf: priceOf,
    secrets: [feedSecret],
    heldMax: 1,
    keepsWhileAway: true,
    close: () => rm(directory, { recursive: true }),
  };
});
