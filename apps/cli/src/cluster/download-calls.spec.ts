/** Tool calls arrive page by page, and are kept only if they are those that the journal names. */

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runFolder, type LoggedCall, type RunFolder } from '#backtest';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { createJournal } from '#event-log';
import { callsDigest } from '#tools';
import { recordsIn } from '#store/embedded/records.fixture';
import { sha256Hex } from '#values';
import { downloadCalls } from './download-run.js';
import { fakeGateway } from './fake-gateway.fixture.js';
import { clusterRun } from './run.fixture.js';

const call = (asOf: number, ordinal: number): LoggedCall => ({
  ...{ asOf, ordinal, tool: 'get_prices', arguments: `{"n":${ordinal}}` },
  ...{ result: sha256Hex(`${ordinal}`), bytes: 9, error: null, durationMs: 0.5 },
});
const calls = [call(3, 1), call(3, 2), call(7, 1)];
const plan = clusterRun('1', 'one').plan;
const agent = { id: 'outside', kind: 'mcp', timeBudgetMs: 1000 } as const;
const run = clusterRun('1', 'one', { plan: { ...plan, agent } as typeof plan });

/** A folder with a journal that names `calls`. */
function folderOfRun(): RunFolder {
  const folder = runFolder(mkdtempSync(join(tmpdir(), 'download-calls-')));
  onTestFinished(() => rmSync(folder.path, { recursive: true, force: true }));
  mkdirSync(folder.path, { recursive: true });
  const journal = createJournal(folder.journal);
  journal.append(runOpened(['WAVE']));
  for (const [asOf, count] of [
    [3, 2],
    [7, 1],
  ] as const) {
    const digest = callsDigest(calls.filter((one) => one.asOf === asOf));
    journal.append({ type: 'ToolsCalled', asOf, time: asOf, calls: count, digest });
    journal.append({ type: 'DecisionMissing', asOf, time: asOf });
  }
  journal.append(runClosed({ asOf: 9, time: 9 }));
  journal.close();
  return folder;
}

/** A gateway with these calls, one to a page. */
const gatewayWith = async (items: readonly LoggedCall[]) =>
  fakeGateway((_, number) => [
    200,
    {
      items: items.slice(number - 1, number),
      next: number < items.length ? `calls:${number}` : null,
    },
  ]);

describe('downloadCalls', () => {
  it('writes the calls as a run does, in their order', async () => {
    const folder = folderOfRun();
    const { client, requests } = await gatewayWith(calls);
    await downloadCalls(client, run, folder);
    const lines = recordsIn(folder.recording, 'calls');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(calls);
    expect(lines[0]).toBe(
      '{"asOf":3,"ordinal":1,"tool":"get_prices","arguments":"{\\"n\\":1}",' +
        `"result":"${sha256Hex('1')}","bytes":9,"error":null,"durationMs":0.5}`,
    );
    expect(requests).toHaveLength(3);
  });

  it('waits for what is not in the tables yet, and refuses what the journal does not name', async () => {
    const folder = folderOfRun();
    const { client: behind } = await gatewayWith(calls.slice(0, 2));
    await expect(downloadCalls(behind, run, folder)).rejects.toMatchObject({
      ...{ code: 'Unavailable', where: 'one: calls at as-of 7', expected: '1', found: '0' },
    });
    const altered = calls.with(1, { ...call(3, 2), error: 'no' });
    const { client: wrong } = await gatewayWith(altered);
    await expect(downloadCalls(wrong, run, folder)).rejects.toMatchObject({
      code: 'CorruptJournal',
    });
    expect(existsSync(folder.recording)).toBe(false);
  });

  it('asks for none of an agent that has no tools', async () => {
    const { client, requests } = await gatewayWith([]);
    await downloadCalls(client, clusterRun('1', 'one'), folderOfRun());
    expect(requests).toEqual([]);
  });
});
