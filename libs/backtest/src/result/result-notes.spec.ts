/**
 * A whole result, and its notes under every policy and for every kind of data: a sentence or figure
 * that changes has to be seen. `npx vitest run libs/backtest/src/result/result-notes.spec.ts
 * --update` writes the files again.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { JournalEvent, TapeHeader } from '#contracts';
import { runClosed, runOpened } from '#contracts/scenario/run-records.fixture';
import { tradingScenarioSchema } from '#contracts/scenario/scenario';
import type { ReportTrade } from '#report';
import { resolvePolicy } from '#portfolio';
import { trading, tradingFold, type TradingFold } from '#workflows';
import { jsonDifference, memberThatDiffers } from '../run-folder/json-difference.js';
import { at, capital, foldOf, header, measured, planOf, waves } from './measured.fixture.js';
import type { MeasuredRun } from './measured-run.js';
import { resultOf } from './result-of-runs.js';
import { mayHaveShell, shellNote } from './task-result.js';
import { tradesCsv } from './trade-rows.js';

const folder = mkdtempSync(join(tmpdir(), 'result-notes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const json = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

const agents = {
  script: { id: 'a', kind: 'script', file: 'a.jsonl' },
  rule: { id: 'a', kind: 'random' },
  hold: { id: 'hold', kind: 'buy-and-hold' },
};
const scenarioOf = (agent: object, to = '1970-03-01', more: object = {}) =>
  tradingScenarioSchema.parse({
    name: 's',
    data: 'made',
    symbols: ['AA'],
    window: { from: '1970-01-01', to },
    agents: [agent],
    ...more,
  });
const idle = (...events: readonly JournalEvent[]): TradingFold => {
  const fold = trading.openFold();
  for (const event of [runOpened(['AA'], { capital }), ...events, runClosed(at(1))])
    fold.take(event);
  return tradingFold(fold);
};
const decision: JournalEvent = {
  type: 'DecisionMade',
  ...at(1),
  rationale: null,
  decision: { kind: 'target', positions: [] },
};

interface Case {
  readonly policy?: string;
  readonly header?: Partial<TapeHeader>;
  readonly counts?: Partial<MeasuredRun>;
  readonly fold?: TradingFold;
  readonly decide?: 'bar' | 'session-close';
  readonly agent?: object;
  readonly to?: string;
}

function notesOf({
  policy = 'close',
  counts,
  fold,
  decide,
  agent,
  to,
  header: more,
}: Case): string {
  const scenario = scenarioOf(agent ?? agents.script, to);
  const own = scenario.agents[0]!;
  const plan = {
    ...planOf('a', 5),
    agent: own,
    decide: decide ?? 'session-close',
    policy: resolvePolicy(policy),
  };
  const run = { ...measured(plan, fold ?? idle(decision)), ...counts };
  return json(resultOf(scenario, { ...header, ...more }, [run]).scenario.notes);
}

it('has these notes', async () => {
  const held = foldOf(waves(1));
  const policies = ['close', 'realistic', 'paper', 'paper-quote', 'herculean'].filter((name) => {
    try {
      return resolvePolicy(name) !== undefined;
    } catch {
      return false;
    }
  });
  const cases: readonly (readonly [string, Case])[] = [
    ...policies.flatMap((policy) => [
      [`${policy}, idle`, { policy }] as const,
      [`${policy}, no decision at bars`, { policy, fold: idle(), decide: 'bar' }] as const,
      [`${policy}, filled`, { policy, fold: held }] as const,
    ]),
    ...(['raw', 'split-adjusted', 'adjusted'] as const).flatMap((priceBasis) =>
      policies.map(
        (policy) => [`${policy}, ${priceBasis}`, { policy, header: { priceBasis } }] as const,
      ),
    ),
    ['synthetic', { header: { synthetic: true } }],
    ['adjusted by the vendor', { header: { adjusted: 'vendor' } as Partial<TapeHeader> }],
    ['dates alone', { header: { dateRule: 'herculean-date' } }],
    ['open', { to: 'open', counts: { open: true } }],
    ['ended, without an end declared', { to: 'open', fold: held }],
    ['open, filled', { to: 'open', fold: held, counts: { open: true } }],
    ...[
      { scaled: 1 },
      { scaled: 2 },
      { weightsUnpaid: 1 },
      { weightsUnpaid: 2 },
      { weightsScaled: 1 },
      ...[1, 1 + 1e-9, 1 + 2e-9, 1.25].map((unpaidSum) => ({ weightsScaled: 1, unpaidSum })),
      { unpaidBeside: 'BB' },
      { unpaidBeside: 'BB', weightsUnpaid: 3, unpaidSum: 2 },
      { cancelsIgnored: 1, firstIgnored: 'x' },
      { cancelsIgnored: 2, firstIgnored: '' },
    ].flatMap((counts) => [
      [json(counts), { counts }] as const,
      [`${json(counts)} of a rule`, { counts, agent: agents.rule }] as const,
      [`${json(counts)} in parts`, { counts, policy: 'paper' }] as const,
    ]),
  ];
  const lines = cases.map(([name, one]) => `${name}\n  ${notesOf(one)}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-results/notes.txt');
});

it('counts over all runs in its notes, one of which is enough', async () => {
  const own = scenarioOf(agents.script).agents[0]!;
  const scenario = scenarioOf(agents.script);
  const counts: readonly Partial<MeasuredRun>[] = [
    {},
    { weightsScaled: 1 },
    { weightsUnpaid: 2, unpaidSum: 1.5 },
    { unpaidBeside: 'BB' },
    { scaled: 1 },
    { cancelsIgnored: 1, firstIgnored: 'x' },
  ];
  const lines = counts.flatMap((one) =>
    counts.map((other) => {
      const runs = [one, other].map((more) => {
        const plan = { ...planOf('a', 5), agent: own };
        return { ...measured(plan, idle(decision)), ...more };
      });
      return (
        `${json(one)} ${json(other)}\n  ` +
        `${json(resultOf(scenario, header, runs).scenario.notes.slice(2))}`
      );
    }),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./golden-results/notes-of-runs.txt');
});

it('is this as a whole, beside its baseline and without a run', async () => {
  const scenario = scenarioOf(agents.script, '1970-03-01', {
    agents: [agents.hold, agents.script],
  });
  const runs = scenario.agents.map((agent, number) => {
    const plan = { ...planOf(agent.id, 5), agent, sessionsPerYear: 252 };
    return measured(plan, foldOf(waves(number + 1)));
  });
  const missing = [
    { run: 'a-BB', agent: 'a', repeat: 0, status: 'failed' as const, reason: 'it broke' },
  ];
  const results = [
    resultOf(scenario, header, runs, missing as never),
    resultOf(scenario, header, runs.slice(1)),
    resultOf(scenarioOf(agents.script, 'open'), { ...header, instruments: [] }, runs.slice(1)),
  ];
  const text = results.map((result) => JSON.stringify(result, null, 1)).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot('./golden-results/whole.txt');
});

it('differs at these places', async () => {
  const values: readonly unknown[] = [
    null,
    undefined,
    0,
    -0,
    NaN,
    'a',
    'b',
    [],
    {},
    [1],
    [1, 2],
    { a: 1 },
    { b: 1 },
    { a: { b: [1, { c: 2 }] } },
    { a: { b: [1, { c: 3 }] } },
    { a: undefined },
    { a: 1, b: 2 },
    'x'.repeat(200),
    Array(200).fill(1),
    true,
  ];
  const lines = values.flatMap((one) =>
    values.map((other) => `${json(one)} ${json(other)} ${json(jsonDifference(one, other))}`),
  );
  const file = join(folder, 'a.json');
  const told = [
    '{"a":[1,2]}',
    '{ "a": [1, 2] }',
    '{"a":[1,3]}',
    '{"a":[1]}',
    '7',
    'no JSON',
    '',
  ].map((text) => {
    writeFileSync(file, text);
    return `${text}: ${memberThatDiffers(file, '{"a":[1,2]}')}`;
  });
  await expect(`${[...lines, ...told].join('\n')}\n`).toMatchFileSnapshot(
    './golden-results/differences.txt',
  );
});

it('names programs, and writes trades', () => {
  const kinds = ['random', 'script', 'mcp', 'http', 'external', 'registered', 'llm'].map(
    (kind) => ({ kind }),
  );
  const modules = [true, false].map((trusted) => ({ kind: 'module', trusted }));
  const all = [...kinds, ...modules].map((agent, number) => ({
    ...agent,
    id: `a${number % 6}`,
  })) as never[];
  expect(all.map(mayHaveShell)).toEqual([false, false, true, true, true, true, false, true, false]);
  expect(shellNote(all)).toEqual([
    'Programs of their own, which may have had a shell: a2, a3, a4, a5, a1.',
  ]);
  expect(shellNote(all.slice(0, 2))).toEqual([]);
  const lines = (trades: readonly ReportTrade[]) => [...tradesCsv(trades)].join('').split('\n');
  expect(lines([])).toHaveLength(2);
  const [head, line, end] = lines([
    { symbol: 'A,"B', shares: 3, entry: '2024-01-02', exit: null, fees: 0 } as never,
  ]);
  expect(head).toBe(lines([])[0]);
  expect(line).toContain('"A,""B"');
  expect([line!.split(',').length - 1, end]).toEqual([head!.split(',').length, '']);
});
