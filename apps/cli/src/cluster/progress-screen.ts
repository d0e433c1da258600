/** Progress of many runs for who watches: lines drawn over on a terminal, lines that add up elsewhere. */

import {
  countsOf,
  dayOf,
  isOver,
  progressLine,
  statusOf,
  type RunProgress,
} from './run-progress.js';

export interface ProgressScreen {
  show(progress: readonly RunProgress[]): void;
  /** One line between pictures, on standard error. */
  say(line: string): void;
  /** Leaves the last picture standing. */
  end(): void;
}

/** As much of a stream as is needed. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly rows?: number;
  readonly columns?: number;
  write(text: string): unknown;
}

/** How a run is called on a screen. */
export type NameOf = (run: RunProgress['run']) => string;

/** Where all runs are of one submission. */
export const byLabel: NameOf = ({ label }) => label;

/** Where two submissions may have runs of one label: the first digits of a submission's id stand before it. */
export const bySubmission: NameOf = ({ submission, label }) =>
  `${submission.slice(0, 8)}  ${label}`;

/** Standard error by default, so that results can be piped; `notices` takes what is said between pictures. */
export function openProgressScreen(
  terminal: Terminal = process.stderr,
  nameOf: NameOf = byLabel,
  notices: Terminal = process.stderr,
): ProgressScreen {
  const open = terminal.isTTY === true ? drawnScreen : plainScreen;
  return open(terminal, nameOf, notices);
}

/** One line a run as far as the terminal reaches, those that move first; the counts below them. */
export function pictureOf(
  progress: readonly RunProgress[],
  { rows, columns }: { rows: number; columns: number },
  nameOf: NameOf = byLabel,
): string[] {
  const moving = progress.filter(({ run }) => run.status === 'running');
  const rest = progress.filter(({ run }) => run.status !== 'running');
  const shown = [...moving, ...rest].slice(0, Math.max(1, rows - 2));
  const nameChars = Math.max(0, ...shown.map(({ run }) => nameOf(run).length));
  const hidden = progress.length - shown.length;
  const more = hidden > 0 ? ` · ${hidden} not shown` : '';
  const lines = shown.map((one) => progressLine(one, nameOf(one.run).padEnd(nameChars)));
  return [...lines, `${countsOf(progress.map(({ run }) => run))}${more}`].map((line) =>
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
      const { rows = 24, columns = 80 } = terminal;
      const lines = pictureOf(progress, { rows, columns }, nameOf);
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

const quarters = 4;

/** A line where a run has come a quarter further, or its status is another one. */
function plainScreen(terminal: Terminal, nameOf: NameOf, notices: Terminal): ProgressScreen {
  const told = new Map<string, string>();
  return {
    show: (progress) => {
      for (const { run, share } of progress) {
        const quarter = Math.floor(share * quarters) / quarters;
        const mark = `${statusOf(run)} ${isOver(run) ? 1 : quarter}`;
        if (told.get(run.run) === mark) continue;
        told.set(run.run, mark);
        terminal.write(`${nameOf(run)}: ${plainLine(run, quarter)}\n`);
      }
    },
    say: (line) => void notices.write(`${line}\n`),
    end: () => undefined,
  };
}

function plainLine(run: RunProgress['run'], share: number): string {
  const { status, asOf, time, records } = run;
  const percent = status === 'running' ? ` ${share * 100} %` : '';
  const paused = statusOf(run).slice(status.length);
  if (asOf === 0) return `${status}${paused}`;
  const place = [dayOf(time), `as-of ${asOf}`, `${records} records`];
  return `${status}${percent}${paused} (${place.filter((one) => one !== undefined).join(', ')})`;
}
