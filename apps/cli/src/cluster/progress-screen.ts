/** Progress of many runs: redrawn in place on a terminal, appended as lines elsewhere. */

import {
  countsOf,
  dayOf,
  foldedRunLines,
  isLive,
  isOver,
  statusOf,
  type NameOf,
  type RunProgress,
} from './run-progress.js';

export interface ProgressScreen {
  show(progress: readonly RunProgress[]): void;
  /** One line between pictures, on standard error. */
  say(line: string): void;
  /** Leaves the last picture in place; elsewhere, prints the counts of all runs. */
  end(): void;
}

/** The part of a stream that is needed. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly rows?: number;
  readonly columns?: number;
  write(text: string): unknown;
}

/** For runs of a single submission. */
export const byLabel: NameOf = ({ label }) => label;

/** For several submissions whose runs may share labels: prefixes the first digits of the submission's id. */
export const bySubmission: NameOf = ({ submission, label }) =>
  `${submission.slice(0, 8)}  ${label}`;

/** Standard error by default, so that results can be piped; `notices` receives messages between two screens. */
export function openProgressScreen(
  terminal: Terminal = process.stderr,
  nameOf: NameOf = byLabel,
  notices: Terminal = process.stderr,
): ProgressScreen {
  const open = terminal.isTTY === true ? drawnScreen : plainScreen;
  return open(terminal, nameOf, notices);
}

/** A line for each run in progress, as far as the terminal reaches, and the counts of all runs below them. */
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

const startOfLine = '\r';
const up = (lines: number): string => (lines > 0 ? `\u001b[${lines}A` : '');
const restOfScreen = '\u001b[J';

function drawnScreen(terminal: Terminal, nameOf: NameOf, notices: Terminal): ProgressScreen {
  let drawn = 0;
  const wipe = (): string => `${startOfLine}${up(drawn)}${restOfScreen}`;
  return {
    show: (progress) => {
      const lines = pictureOf(progress, sizeOf(terminal), nameOf);
      terminal.write(`${wipe()}${lines.join('\n')}\n`);
      drawn = lines.length;
    },
    say: (line) => {
      terminal.write(wipe());
      notices.write(`${line}\n`);
      drawn = 0;
    },
    end: () => {
      drawn = 0;
    },
  };
}

/** Some terminals do not know their size, and report 0. */
function sizeOf({ rows = 0, columns = 0 }: Terminal): { rows: number; columns: number } {
  return { rows: rows > 0 ? rows : 24, columns: columns > 0 ? columns : 80 };
}

const quarters = 4;

/**
 * Prints a line when a run has advanced by a quarter, or its status changed. Runs that are over at the first poll
 * are counted in one line.
 */
function plainScreen(terminal: Terminal, nameOf: NameOf, notices: Terminal): ProgressScreen {
  const told = new Map<string, string>();
  let counts: string | undefined;
  const write = (line: string): void => void terminal.write(`${line}\n`);
  return {
    show: (progress) => {
      const runs = progress.map(({ run }) => run);
      const past = new Set(told.size === 0 ? runs.filter(isOver) : []);
      if (past.size > 0) write(`over already: ${countsOf([...past])}`);
      for (const { run, share } of progress) {
        const quarter = Math.floor(share * quarters) / quarters;
        const mark = `${statusOf(run)} ${isOver(run) ? 1 : quarter}`;
        if (told.get(run.run) === mark) continue;
        told.set(run.run, mark);
        if (!past.has(run)) write(`${nameOf(run)}: ${plainLine(run, quarter)}`);
      }
      counts = countsOf(runs);
    },
    say: (line) => void notices.write(`${line}\n`),
    end: () => {
      if (counts !== undefined) write(counts);
    },
  };
}

function plainLine(run: RunProgress['run'], share: number): string {
  const { status, asOf, time, records } = run;
  const done = isLive(run) ? ', live' : ` ${share * 100} %`;
  const percent = status === 'running' ? done : '';
  const paused = statusOf(run).slice(status.length);
  if (asOf === 0) return `${status}${paused}`;
  const place = [dayOf(time), `as-of ${asOf}`, `${records} records`];
  return `${status}${percent}${paused} (${place.filter((one) => one !== undefined).join(', ')})`;
}
