/**
 * A run is killed: the next one leaves no file of the dead process, and what a copy lacks
 * of it is named.
 */

import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recordsIn } from '#store/embedded/records.fixture';
import { file, folder, startTapefold, tapefold } from '../e2e/command-line.fixture.js';
import { scriptedProvider, type Prompted } from '../e2e/scripted-provider.fixture.js';

const scenario = `name: asked
data: synthetic-market
window: { from: 2022-02-01, to: 2022-02-07 }
symbols: [ALDR]
execution: close
agents:
  - { id: thinker, kind: llm, model: stub/m, stream: false }
`;

const decision = ({ messages }: Prompted) => {
  const asked = JSON.stringify(messages.find(({ role }) => role === 'user'));
  const session = /\d{4}-\d{2}-\d{2}/.exec(asked)?.[0] ?? '';
  const action = Number(session.slice(-2)) % 2 === 0 ? 'BUY' : 'SELL';
  return {
    tool: 'submit_decision',
    with: { symbol: 'ALDR', target_date: session, price: 1, action },
  };
};

const namesIn = (out: string): string[] => readdirSync(out, { recursive: true }).map(String);
const isLeft = (name: string): boolean => /-wal$|-shm$|\.draft$|lock|\.partial/.test(name);

/** A run whose process was killed while its model answered for the fourth time. */
async function killed() {
  const home = folder();
  const out = join(home, 'out');
  let child: ReturnType<typeof startTapefold> | undefined;
  const provider = await scriptedProvider((prompted) => {
    if (prompted.number === 4) child?.kill('SIGKILL');
    return decision(prompted);
  });
  const models = provider.modelsFile(home);
  const words = ['run', file(home, 'scenario.yaml', scenario), '--models', models, '--out'];
  child = startTapefold(...words, out);
  await new Promise((ended) => child?.once('exit', ended));
  child = undefined;
  const run = join(out, 'runs', 'thinker-ALDR');
  expect(existsSync(join(run, 'recording.db-wal'))).toBe(true);
  return { home, out, run, words };
}

it('is resumed without a file of the dead process', async () => {
  const { out, run, words } = await killed();
  const left = [
    join(run, '.fills.csv.99.draft'),
    join(run, '.manifest.json.99.draft'),
    join(out, '.result.json.99.draft'),
  ];
  for (const path of left) writeFileSync(path, 'half');
  expect(namesIn(out).filter(isLeft).length).toBeGreaterThan(left.length);
  expect(await tapefold(...words, out)).toMatchObject({ code: 0 });
  expect(namesIn(out).filter(isLeft)).toEqual([]);
  expect(recordsIn(join(run, 'recording.db'), 'asks').length).toBeGreaterThan(0);
  expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });
});

it('is not resumed, verified or read where a copy lacks its write-ahead log', async () => {
  const { home, out, words } = await killed();
  const copy = join(home, 'copy');
  cpSync(out, copy, { recursive: true });
  rmSync(join(copy, 'runs', 'thinker-ALDR', 'recording.db-wal'));
  rmSync(join(copy, 'runs', 'thinker-ALDR', 'recording.db-shm'), { force: true });
  // The lock of the dead process: the next one takes it over.
  rmSync(join(copy, '.tapefold-lock'));
  const before = namesIn(copy);
  const missing = 'recording.db-wal: the write-ahead log of the store is missing';
  const verified = await tapefold('verify', copy);
  expect(verified).toMatchObject({ code: 1, out: expect.stringContaining(missing) });
  for (const command of [
    [...words, copy],
    ['transcript', copy],
  ]) {
    const refused = await tapefold(...command);
    expect(refused).toMatchObject({ code: 5, err: expect.stringContaining(missing) });
  }
  expect(namesIn(copy)).toEqual(before);
  // With the log, it goes on.
  rmSync(copy, { recursive: true });
  cpSync(out, copy, { recursive: true });
  expect(await tapefold(...words, copy)).toMatchObject({ code: 0 });
  expect(await tapefold('verify', copy)).toMatchObject({ code: 0, err: '' });
});
