/**
 * The agent of the how-to holds only what it names; without `rest` the result reports the
 * unpaid orders.
 */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { resultSchema, type Result } from '#contracts/result/result';
import { evolve, openAccount } from '#portfolio';
import { readJournal } from '#event-log';
import { formatCivilDate, utcDateOf } from '#values';
import { file, folder, tapefold } from './command-line.fixture.js';

const page = readFileSync(
  join(import.meta.dirname, '../../docs/how-to/bring-your-own-agent.md'),
  'utf8',
);
const [, example = ''] = /^```ts\n((?:(?!```)[^])*rest: 'flat'[^]*?)^```/m.exec(page) ?? [];
const symbols = ['ALDR', 'BRKW', 'CNDR', 'DUNE', 'ELMR', 'FJRD'];

async function run(module: string): Promise<{ result: Result; journal: string }> {
  const directory = folder();
  file(directory, 'momentum.ts', module);
  const scenario = file(
    directory,
    'scenario.yaml',
    `name: momentum
data: synthetic-market
window: { from: 2021-06-01, to: 2022-06-30 }
symbols: [${symbols.join(', ')}]
portfolio: true
execution: realistic
agents: [{ id: momentum, kind: module, file: momentum.ts }]
`,
  );
  const out = join(directory, 'out');
  const ended = await tapefold('run', scenario, '--out', out, '--json');
  expect(ended.code, ended.err).toBe(0);
  const result = resultSchema.parse(JSON.parse(ended.out)) as Result;
  return { result, journal: join(out, 'runs', 'momentum-portfolio', 'journal.bin') };
}

/** The largest number of symbols that were held at a mark. */
function mostHeld(journal: string): number {
  const account = openAccount(symbols, 100_000);
  let most = 0;
  readJournal(journal, ({ event }) => {
    evolve(account, event);
    if (event.type !== 'MarkTaken') return;
    most = Math.max(most, account.shares.filter((shares) => shares !== 0).length);
  });
  return most;
}

/** When the order that was denied first had been decided. */
function dateOfFirstDenied(journal: string): string {
  const acceptedAt = new Map<number | null, number>();
  const denied: number[] = [];
  readJournal(journal, ({ event }) => {
    if (event.type === 'OrderAccepted') acceptedAt.set(event.order, event.time);
    if (event.type === 'OrderDenied') denied.push(acceptedAt.get(event.order) ?? 0);
  });
  return formatCivilDate(utcDateOf(denied[0] ?? 0));
}

it('holds two symbols at most, and nothing is denied', async () => {
  const { result, journal } = await run(example);
  expect(result.runs[0]).toMatchObject({ denied: 0, coverage: { invalid: 0, failed: 0, late: 0 } });
  const held = new Set(result.runs[0]?.positionChanges!.map(({ symbol }) => symbol));
  expect(held.size).toBeGreaterThan(2);
  expect(mostHeld(journal)).toBe(2);
});

it('without it keeps positions that it no longer names, and the result reports it', async () => {
  const { result, journal } = await run(example.replace(", rest: 'flat'", ''));
  expect(result.runs[0]?.denied).toBeGreaterThan(0);
  expect(mostHeld(journal)).toBeGreaterThanOrEqual(2);
  const inspected = await tapefold('inspect', dirname(journal), '--at', dateOfFirstDenied(journal));
  expect(inspected.out).toMatch(/order \d+ denied at .*: [A-Z]+, not enough cash/);
  expect(inspected.out).toContain(
    "a symbol that weights do not name keeps its position, unless they say rest: 'flat'",
  );
  expect(result.scenario.notes).toContainEqual(
    expect.stringMatching(
      /^\d+ orders from weights could not be paid: a symbol that weights do not name keeps its position/,
    ),
  );
});
