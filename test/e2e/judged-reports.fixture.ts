/** Models that write weekly reports and judge them, by script, and runs of both. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { seededRandom } from '#values';
import type { Result } from '#contracts/result/result';
import { recordsIn } from '#store/embedded/records.fixture';
import { file, startTapefold, tapefold } from './command-line.fixture.js';
import { scriptedProvider, type Prompted, type Said } from './scripted-provider.fixture.js';

export const llm = 'kind: llm, model: stub/m, stream: false';
const window = 'window: { from: 2023-11-01, to: 2023-11-30 }\nsymbols: [ALDR, DUNE]';
/** Four weeks of two symbols. */
export const due = 8;

export const scenarioIn = (home: string, name: string, agents: string): string =>
  file(
    home,
    `${name}.yaml`,
    `name: ${name}\ndata: synthetic-market\nworkflow: insights\n${window}\nagents:\n${agents}`,
  );

const reportOf = (symbol: string, date: string, close: string, aside: string): string =>
  `# ${symbol} Weekly Equity Research Report

**Symbol:** ${symbol} | **Model:** stub/m | **Week Ending:** ${date}

**Rating:** BUY

## 1. Executive Summary

${symbol} closed at ${close}. ${aside}
`;

/** Looks at the metrics, and writes a report of one section. */
export function write({ messages, text }: Prompted, aside = ''): Said {
  const [, symbol = '', date = ''] = /Task: ([A-Z]+)-([0-9-]{10})/.exec(text) ?? [];
  const said = messages.filter(({ role }) => role === 'tool');
  if (said.length === 0) return { tool: 'get_weekly_metrics', with: { symbol, target_date: date } };
  const close = /week_close\\*": ?([0-9.]+)/.exec(text)?.[1] ?? 'nowhere';
  const answer = { rating: 'BUY', report: reportOf(symbol, date, close, aside) };
  return { tool: 'submit_answer', with: { answer } };
}

/** Reads the report, and takes a point off for each `nowhere` in it. */
export function judge({ messages }: Prompted): Said {
  const read = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  if (read.length === 0) return { tool: 'read_input', with: { name: 'report' } };
  const lost = read.join('').split('nowhere').length - 1;
  const scores = { evidence_fidelity: 4.5 - lost, reasoning_quality: 3.25 };
  return { tool: 'submit_answer', with: { answer: { scores } } };
}

export const isJudged = ({ text }: Prompted): boolean => text.includes('You judge one answer');
export const both = (asked: Prompted): Said => (isJudged(asked) ? judge(asked) : write(asked));

export const resultOf = (out: string): Result =>
  JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as Result;
export const journalOf = (out: string, run: string): Buffer =>
  readFileSync(join(out, 'runs', run, 'journal.bin'));
export const judgesIn = (home: string): string =>
  file(home, 'judges.yaml', `agents:\n  - { id: strict, ${llm} }\n`);

export async function succeed(...words: readonly string[]): Promise<string> {
  const { code, out, err } = await tapefold(...words);
  expect(code, err).toBe(0);
  return out;
}

export interface KilledJudging {
  readonly kills: number;
  /** Calls of undisturbed runs, and of killed ones. */
  readonly calls: number;
  readonly again: number;
  /** Tries with an unknown outcome, by the recordings. */
  readonly unknown: number;
  /** Conversations that differ from those of undisturbed runs. */
  readonly strangers: number;
  readonly areSame: boolean;
}

/**
 * Writes and judges reports, `kills` times killed at moments that a seed draws, half of them
 * while judging.
 */
export async function killJudging(home: string, kills: number): Promise<KilledJudging> {
  const random = seededRandom(33);
  let kill: (() => void) | undefined;
  let left = 0;
  const provider = await scriptedProvider((asked) => {
    left -= 1;
    if (left === 0) kill?.();
    return both(asked);
  });
  const models = ['--models', provider.modelsFile(home)];
  const scenario = scenarioIn(home, 'weekly', `  - { id: writer, ${llm} }\n`);
  const judges = judgesIn(home);
  const wordsOf = (out: string) => [
    ['run', scenario, '--out', out, ...models],
    ['judge', out, '--with', judges, '--out', `${out}-judged`, ...models],
  ];
  const whole = join(home, 'whole');
  const killed = join(home, 'killed');
  for (const words of wordsOf(whole)) await succeed(...words);
  const calls = provider.requests.length;
  let count = 0;
  for (const [at, words] of wordsOf(killed).entries()) {
    while (count < ((at + 1) * kills) / 2) {
      const child = startTapefold(...words);
      const ended = new Promise<number | null>((over) => child.once('close', over));
      kill = () => child.kill('SIGKILL');
      left = 1 + random.below(2);
      if ((await ended) !== null) break;
      count += 1;
    }
    kill = undefined;
    await succeed(...words);
  }
  const runs = [
    ['', 'writer-insights'],
    ['-judged', 'strict-judging'],
  ] as const;
  const recorded = runs.map(([suffix, run]) =>
    recordsIn(join(killed + suffix, 'runs', run, 'recording.db'), 'model-calls').join('\n'),
  );
  const texts = provider.requests.map(({ text }) => text);
  const known = new Set(texts.slice(0, calls));
  return {
    kills: count,
    calls,
    again: texts.length - calls,
    unknown: recorded.join('').split('"outcome":"unknown"').length - 1,
    strangers: texts.slice(calls).filter((text) => !known.has(text)).length,
    areSame: runs.every(([suffix, run]) =>
      journalOf(killed + suffix, run).equals(journalOf(whole + suffix, run)),
    ),
  };
}
