/** A data set in a folder that grows by sessions, and scenarios over it without an end. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { formatCivilDate, requireCivilDate } from '#values';
import { calendarOf } from '#market-data';
import type { AgentConfig, TradingScenario } from '#contracts/scenario/scenario';
import { readJournal } from '#event-log';
import { runFolder } from './run-folder.js';
import { runScenario, type ScenarioOptions, type ScenarioOutcome } from '../run/run-scenario.js';

const dataset = `name: growing
calendar: XNYS
timeZone: America/New_York
currency: USD
bars: { file: bars.csv, frequency: daily, stamp: session, priceBasis: raw, order: [date, symbol] }
symbols: [AA, BB]
`;

const first = requireCivilDate('2026-03-02', 'first');
export const sessions = calendarOf('XNYS').sessionsBetween(first, first + 60);

export class GrowingData {
  readonly directory = mkdtempSync(join(tmpdir(), 'tapefold-growing-'));

  constructor(days: number) {
    onTestFinished(() => rmSync(this.directory, { recursive: true, force: true }));
    writeFileSync(join(this.directory, 'dataset.yaml'), dataset);
    writeFileSync(join(this.directory, 'script.csv'), script());
    writeFileSync(join(this.directory, 'module.mjs'), module);
    this.growTo(days);
  }

  /** The data as it is on the evening of that day, from 1. */
  growTo(days: number): void {
    const rows = sessions.slice(0, days).flatMap((session, at) =>
      ['AA', 'BB'].map((symbol, phase) => {
        const price = (day: number): number =>
          Math.round(100 * (100 + 10 * Math.sin(day / 2 + phase) + day)) / 100;
        const open = price(at);
        const close = price(at + 1);
        const high = Math.max(open, close) + 1;
        const low = Math.min(open, close) - 1;
        return `${formatCivilDate(session)},${symbol},${open},${high},${low},${close},1000`;
      }),
    );
    const text = ['date,symbol,open,high,low,close,volume', ...rows].join('\n');
    writeFileSync(join(this.directory, 'bars.csv'), `${text}\n`);
  }
}

export const agents: readonly AgentConfig[] = [
  { id: 'hold', kind: 'buy-and-hold' },
  { id: 'cross', kind: 'sma-cross', fast: 2, slow: 4 },
  { id: 'coin', kind: 'random' },
  { id: 'script', kind: 'script', file: 'script.csv' },
  {
    id: 'module',
    kind: 'module',
    file: 'module.mjs',
    trusted: true,
    timeBudgetMs: 10_000,
    config: {},
  },
];

/** Runs the scenario over the current data; `to` is a date, or `open`. */
export async function runOver(
  { directory }: GrowingData,
  out: string,
  options: Partial<ScenarioOptions> & {
    to?: string;
    execution?: string;
    portfolio?: boolean;
    agents?: AgentConfig[];
    workflow?: 'trading' | 'hedging';
  } = {},
): Promise<Extract<ScenarioOutcome, { kind: 'finished' }>> {
  const {
    to = 'open',
    execution = 'realistic',
    portfolio = false,
    agents: own = [...agents],
    workflow = 'trading',
    ...rest
  } = options;
  const shared = {
    name: 'growing',
    data: directory,
    symbols: ['AA', 'BB'],
    window: { from: formatCivilDate(sessions[2]!), to },
    capital: 10_000,
    execution,
    seed: 1,
    repeats: 1,
    badRows: 'refuse' as const,
    agents: own,
  };
  const scenario: TradingScenario =
    workflow === 'hedging'
      ? { ...shared, workflow, portfolio: true }
      : { ...shared, workflow, portfolio };
  const outcome = await runScenario(
    { scenario, directory },
    { out: join(directory, out), codeVersion: 'test', jobs: 1, fresh: false, ...rest },
  );
  if (outcome.kind !== 'finished') throw new Error('the scenario was interrupted');
  return outcome;
}

/** The words of each journal of a result, by run. */
export function journalsOf({ directory }: GrowingData, out: string, runs: readonly string[]) {
  return runs.map((run) => {
    const events: string[] = [];
    readJournal(runFolder(join(directory, out, 'runs', run)).journal, ({ event }) =>
      events.push(JSON.stringify(event)),
    );
    return events;
  });
}

const script = (): string => {
  const rows = sessions.map((session, at) => {
    const action = ['BUY', 'HOLD', 'SELL'][at % 3];
    return `${formatCivilDate(session)},AA,${action}\n${formatCivilDate(session)},BB,${action}`;
  });
  return `date,symbol,action\n${rows.join('\n')}\n`;
};

/** Counts calls in its state: its answer depends on how often it was asked. */
const module = `export default {
  decide({ state }) {
    state.asked = (state.asked ?? 0) + 1;
    return ['BUY', 'HOLD', 'SELL'][state.asked % 3];
  },
};
`;
