/**
 * Follows runs to their end by polling; progress is redrawn in place on a terminal, appended as
 * lines elsewhere.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import {
  countsOf,
  dayOf,
  foldedRunLines,
  isLive,
  isOver,
  type NameOf,
  ProgressMeter,
  type RunProgress,
  statusOf,
} from './run-progress.js';
import { sizeOf, StatusLine, type Terminal } from '../program/status-line.js';
import type { GatewayClient } from './gateway-client.js';
import type { Run } from './gateway-answers.js';

export interface ProgressScreen {
  show(progress: readonly RunProgress[]): void;
  /** One line between pictures, on standard error. */
  notify(line: string): void;
  /** Leaves the last picture in place; elsewhere, prints the counts of all runs. */
  end(): void;
}

/** For runs of a single submission. */
export const byLabel: NameOf = ({ label }) => label;

/**
 * For several submissions whose runs may share labels: prefixes the first digits of the
 * submission's id.
 */
export const bySubmission: NameOf = ({ submission, label }) =>
  `${submission.slice(0, 8)}  ${label}`;

/**
 * Standard error by default, so that results can be piped; `notices` receives messages
 * between two pictures.
 */
export function openProgressScreen(
  terminal: Terminal = process.stderr,
  nameOf: NameOf = byLabel,
  notices: Terminal = process.stderr,
): ProgressScreen {
  const status = new StatusLine(terminal, notices);
  return status.isTerminal ? drawnScreen(status, terminal, nameOf) : plainScreen(status, nameOf);
}

/**
 * A line for each run in progress, as far as the terminal reaches, and the counts of all
 * runs below them.
 */
export function pictureOf(
  progress: readonly RunProgress[],
  { rows, columns }: { rows: number; columns: number },
  nameOf: NameOf = byLabel,
): string[] {
  const moving = progress.filter(({ run }) => run.status === 'running');
  // The counts take a line, and the cursor is on the line below.
  const lines = foldedRunLines(moving, rows - 2, nameOf);
  return [...lines, countsOf(progress.map(({ run }) => run))].map((line) =>
    line.slice(0, Math.max(1, columns - 1)).trimEnd(),
  );
}

const drawnScreen = (status: StatusLine, terminal: Terminal, nameOf: NameOf): ProgressScreen => ({
  show: (progress) => status.show(...pictureOf(progress, sizeOf(terminal), nameOf)),
  notify: (line) => status.tell(line),
  end: () => status.end(),
});

const quarters = 4;

/**
 * Prints a line when a run has advanced by a quarter, or its status changed. Runs that are over at
 * the first poll are counted in one line.
 */
function plainScreen(status: StatusLine, nameOf: NameOf): ProgressScreen {
  const printed = new Map<string, string>();
  let counts: string | undefined;
  return {
    show: (progress) => {
      const runs = progress.map(({ run }) => run);
      const past = new Set(printed.size === 0 ? runs.filter(isOver) : []);
      if (past.size > 0) status.show(`over already: ${countsOf([...past])}`);
      for (const { run, share } of progress) {
        const quarter = Math.floor(share * quarters) / quarters;
        const mark = `${statusOf(run)} ${isOver(run) ? 1 : quarter}`;
        if (printed.get(run.run) === mark) continue;
        printed.set(run.run, mark);
        if (!past.has(run)) status.show(`${nameOf(run)}: ${plainLine(run, quarter)}`);
      }
      counts = countsOf(runs);
    },
    notify: (line) => status.tell(line),
    end: () => {
      if (counts !== undefined) status.show(counts);
    },
  };
}

function plainLine(run: RunProgress['run'], share: number): string {
  const { status, asOf, time, records } = run;
  const done = isLive(run) ? ', live' : ` ${share * 100}%`;
  const percent = status === 'running' ? done : '';
  const paused = statusOf(run).slice(status.length);
  if (asOf === 0) return `${status}${paused}`;
  const place = [dayOf(time), `as-of ${asOf}`, `${records} records`];
  return `${status}${percent}${paused} (${place.filter((one) => one !== undefined).join(', ')})`;
}

export interface FollowOptions {
  readonly client: GatewayClient;
  /** Fetches the current runs. */
  readonly look: (client: GatewayClient) => Promise<readonly Run[]>;
  readonly screen: ProgressScreen;
  readonly signal: AbortSignal;
  /** Whether these are all runs, as far along as required. */
  readonly isDone: (runs: readonly Run[]) => boolean;
}

/**
 * Milliseconds between two polls, plus one for each run, as a gateway returns a thousand of
 * them at a time.
 */
const pauseMs = 500;

/**
 * The runs once they are done; undefined if `signal` was aborted first. Fails as the client does.
 */
export async function followRuns(options: FollowOptions): Promise<readonly Run[] | undefined> {
  const { screen, signal, isDone } = options;
  const meter = new ProgressMeter();
  const client = options.client.within({ signal, notify: (line) => screen.notify(line) });
  while (!signal.aborted) {
    const runs = await unlessAborted(signal, () => options.look(client));
    if (runs === undefined) break;
    screen.show(meter.measure(runs, performance.now()));
    if (isDone(runs)) return runs;
    await sleep(pauseMs + runs.length, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

async function unlessAborted<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
