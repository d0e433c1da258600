/** A journal arrives page by page, and is kept only if its records produce the hash that was scored. */

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { runFolder, type RunFolder } from '#backtest';
import type { JournalEvent } from '#contracts';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { JournalChain, readJournal } from '#event-log';
import { downloadJournal } from './download-run.js';
import { fakeGateway } from './fake-gateway.fixture.js';
import type { GatewayClient } from './gateway-client.js';
import type { Run } from './gateway-answers.js';
import { clusterRun } from './run.fixture.js';

const opened = runOpened(['WAVE']);

/** More than two pages. */
const records = 2500;
const journal: readonly JournalEvent[] = [
  opened,
  ...Array.from({ length: records - 2 }, (_, index): JournalEvent => {
    const asOf = index + 1;
    return { type: 'DecisionFailed', asOf, time: asOf * 1000, reason: `é ${asOf % 7}` };
  }),
  runClosed({ asOf: records, time: 3_000_000 }),
];

function hashOf(events: readonly JournalEvent[]): string {
  const chain = new JournalChain();
  for (const event of events) chain.append(event);
  return chain.close();
}

const run = (change: Partial<Run> = {}): Run =>
  clusterRun('1', 'one', {
    status: 'finished',
    isScored: true,
    records,
    journalHash: hashOf(journal),
    ...change,
  });

/** A gateway with these events, in pages of a thousand, each number moved by `shift`. */
function gatewayOf(
  events: readonly JournalEvent[],
  shift = 0,
): GatewayClient & { page(path: string): string } {
  const page = (path: string): string => {
    const from = Number(/from=(\d+)/.exec(path)?.[1]);
    const placed = events
      .slice(from - 1, from + 999)
      .map((event, index) => ({ record: from + index + shift, event }));
    return JSON.stringify({ records: placed, next: null, journalHash: null });
  };
  const get = <T>(path: string, schema: z.ZodType<T>): Promise<T> =>
    Promise.resolve(schema.parse(JSON.parse(page(path))));
  const client = {
    url: 'memory',
    get,
    post: get as never,
    within: () => client,
    command: String,
    page,
  };
  return client;
}

function emptyFolder(): RunFolder {
  const folder = runFolder(mkdtempSync(join(tmpdir(), 'tapefold-journal-')));
  onTestFinished(() => rmSync(folder.path, { recursive: true, force: true }));
  return folder;
}

describe('a journal that is downloaded', () => {
  it('is the file that a plain run writes', async () => {
    const folder = emptyFolder();
    await downloadJournal(gatewayOf(journal), run(), folder);
    expect(readJournal(folder.journal)).toMatchObject({
      complete: true,
      records,
      hash: hashOf(journal),
    });
    expect(readdirSync(folder.path)).toEqual(['journal.bin']);
  });

  it('resumes at the page where the gateway became unreachable', async () => {
    const folder = emptyFolder();
    const gateway = gatewayOf(journal);
    const pages: string[] = [];
    const { client } = await fakeGateway(
      ({ url = '' }, number) => {
        pages.push(/from=\d+/.exec(url)?.[0] ?? url);
        return number === 2 ? [503, '{}'] : [200, gateway.page(url)];
      },
      { timeoutMs: 60_000 },
    );
    await downloadJournal(client, run(), folder);
    expect(readJournal(folder.journal).hash).toBe(hashOf(journal));
    expect(pages).toEqual(['from=1', 'from=1001', 'from=1001', 'from=2001']);
  });

  const changed = journal.map((event, index) =>
    index === 1700 ? { ...event, reason: 'another' } : event,
  ) as JournalEvent[];
  const closedEarly = [...journal.slice(0, 1200), journal.at(-1), ...journal.slice(1201)];

  it.each<[string, GatewayClient, Run, string]>([
    ['one record is another', gatewayOf(changed), run(), 'CorruptJournal'],
    [
      'another hash was scored',
      gatewayOf(journal),
      run({ journalHash: 'f'.repeat(64) }),
      'CorruptJournal',
    ],
    ['numbers are shifted', gatewayOf(journal, 1), run(), 'CorruptJournal'],
    ['it is closed too early', gatewayOf(closedEarly as JournalEvent[]), run(), 'CorruptJournal'],
    ['its end is invalid', gatewayOf(journal), run({ records: records - 1 }), 'CorruptJournal'],
    ['its end is missing', gatewayOf(journal.slice(0, 2000)), run(), 'Unavailable'],
  ])('is not kept where %s', async (_, client, wanted, code) => {
    const folder = emptyFolder();
    await expect(downloadJournal(client, wanted, folder)).rejects.toMatchObject({ code });
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
