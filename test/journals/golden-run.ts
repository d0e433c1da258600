/** Runs the input of a golden journal in the usual way and prints the journal. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatInstant, invariant, parseInstant } from '#values';
import { runBacktest, type TradingPlan } from '#backtest';
import type { JournalEvent } from '#contracts';
import type { AgentConfig } from '#contracts/scenario/scenario';
import { createJournal, readJournal, type JournalSummary, type JournalWriter } from '#event-log';
import { resolvePolicy } from '#portfolio';
import { Tape } from '#tape';
import { marketOf } from '#workflows';
import type { GoldenInput } from './golden-input.js';
import { dateOf, headerOf, sourcesOf } from './golden-sources.js';

export interface GoldenJournal {
  /** One line a record, and the hash of the journal as the last. */
  readonly text: string;
  readonly summary: JournalSummary;
}

/** How the run is written and read; nothing in its journal depends on it. */
export interface GoldenBatches {
  readonly batchFacts?: number;
  readonly batchRecords?: number;
}

/** The journal as it was appended, and as it reads back from its file. */
export async function runGolden(
  input: GoldenInput,
  batches: GoldenBatches = {},
): Promise<{ appended: GoldenJournal; read: GoldenJournal }> {
  return inFolder(async (path) => {
    const events: JournalEvent[] = [];
    const { batchFacts, batchRecords } = batches;
    const journal = createJournal(path, batchRecords === undefined ? {} : { batchRecords });
    const outcome = await runBacktest({
      stream: new Tape(
        headerOf(input),
        sourcesOf(input),
        batchFacts === undefined ? {} : { batchFacts },
      ),
      runs: [{ plan: planOf(input), journal: overheard(journal, events) }],
      agents: { directory: import.meta.dirname, hidden: [] },
    });
    invariant(outcome.kind === 'finished', 'a golden run is not interrupted');
    const summary = outcome.runs[0]?.summary as JournalSummary;
    return { appended: printed(events, summary), read: readBack(path, summary) };
  });
}

/** Writes the records of a printed journal into a new one, and prints that. */
export async function rewritten(text: string): Promise<GoldenJournal> {
  return inFolder((path) => {
    const journal = createJournal(path);
    for (const line of text.trimEnd().split('\n').slice(0, -1)) journal.append(eventOf(line));
    return readBack(path, journal.close());
  });
}

async function inFolder<T>(use: (path: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tapefold-golden-'));
  try {
    return await use(join(folder, 'run.journal'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function overheard(journal: JournalWriter, events: JournalEvent[]): JournalWriter {
  return {
    append: (event) => {
      events.push(event);
      journal.append(event);
    },
    flush: () => journal.flush(),
    close: () => journal.close(),
    abandon: () => journal.abandon(),
  };
}

function readBack(path: string, summary: JournalSummary): GoldenJournal {
  const events: JournalEvent[] = [];
  const scan = readJournal(path, ({ event }) => events.push(event));
  invariant(scan.complete && scan.hash === summary.hash, 'a golden journal is whole');
  return printed(events, summary);
}

/** As `tapefold journal` prints it. */
function printed(events: readonly JournalEvent[], summary: JournalSummary): GoldenJournal {
  const lines = events.map(({ type, asOf, time, ...members }, index) => {
    const at = time === 0 ? null : formatInstant(time);
    return JSON.stringify({ seq: index + 1, type, asOf, time: at, ...members });
  });
  const last = JSON.stringify({ journalHash: summary.hash, records: summary.records });
  return { text: `${[...lines, last].join('\n')}\n`, summary };
}

function eventOf(line: string): JournalEvent {
  const { seq: _, time, ...rest } = JSON.parse(line) as { seq: number; time: string | null };
  return { ...rest, time: time === null ? 0 : parseInstant(time) } as JournalEvent;
}

function planOf(input: GoldenInput): TradingPlan {
  const { workflow = 'trading', symbols, capital, execution, sessions, agent } = input;
  return {
    id: 'golden',
    label: 'golden',
    workflow,
    agent: 'answers' in agent ? planned(agent.answers) : agent,
    symbols,
    portfolio: symbols.length > 1,
    repeat: 0,
    baseSeed: 0,
    seed: 0,
    policy: resolvePolicy(execution, marketOf({ workflow }).policies),
    capital,
    currency: 'USD',
    decide: 'session-close',
    firstSession: dateOf(sessions[0]?.date ?? ''),
    lastSession: dateOf(sessions.at(-1)?.date ?? ''),
    sessionsPerYear: 252,
    data: 'd'.repeat(64),
    file: null,
  };
}

function planned(answers: object): AgentConfig {
  const config = { answers: JSON.parse(JSON.stringify(answers)) as Record<string, never> };
  const module = { kind: 'module', file: 'planned-answers.ts', trusted: true } as const;
  // What hangs never answers, so that a short budget makes it late without a race.
  return { id: 'planned', ...module, timeBudgetMs: 20, config };
}
