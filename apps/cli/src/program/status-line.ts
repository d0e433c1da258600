/**
 * The status of work in progress: redrawn in place on a terminal, and a new line now and
 * then elsewhere.
 */

import { formatCivilDate, utcDateOf } from '#values';
import type { ScenarioProgress } from '#backtest';
import { counted } from './print.js';

/** The part of a stream that is needed. */
export interface Terminal {
  readonly isTTY?: boolean;
  readonly rows?: number;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Some terminals do not know their size, and report 0. */
export function sizeOf({ rows, columns }: Terminal): { rows: number; columns: number } {
  return { rows: rows || 24, columns: columns || 80 };
}

const terminalMs = 1_000;
const elsewhereMs = 5_000;

export class StatusLine {
  readonly isTerminal: boolean;
  private drawn = 0;
  private timer: NodeJS.Timeout | undefined;
  private refresh: () => void = () => undefined;

  /**
   * Standard error by default, so that results can be piped; `notices` receives the
   * lines that stay.
   */
  constructor(
    private readonly stream: Terminal = process.stderr,
    private readonly notices: Terminal = stream,
  ) {
    this.isTerminal = stream.isTTY === true && process.env['TERM'] !== 'dumb';
  }

  /** Shows these lines; on a terminal in place of the last ones, each as far as it is wide. */
  show(...lines: readonly string[]): void {
    const { stream, isTerminal } = this;
    if (!isTerminal) return void stream.write(`${lines.join('\n')}\n`);
    const width = sizeOf(stream).columns - 1;
    this.wipe();
    stream.write(lines.map((line) => line.slice(0, width)).join('\n'));
    this.drawn = lines.length;
  }

  /**
   * Shows what `line` returns, at once and then repeatedly: each second on a terminal, every
   * `ms` elsewhere.
   */
  start(line: () => string, ms = elsewhereMs): void {
    this.refresh = () => this.show(line());
    this.refresh();
    this.timer = setInterval(this.refresh, this.isTerminal ? terminalMs : ms);
  }

  /** Prints a line that stays. */
  tell(text: string): void {
    this.wipe();
    this.notices.write(`${text}\n`);
  }

  /** Leaves the last lines in place; what was started shows its final status first. */
  end(): void {
    if (this.timer !== undefined) this.refresh();
    clearInterval(this.timer);
    this.timer = undefined;
    if (this.drawn > 0) this.stream.write('\n');
    this.drawn = 0;
  }

  private wipe(): void {
    if (!this.isTerminal) return;
    const up = this.drawn > 1 ? `\u001b[${this.drawn - 1}A` : '';
    this.stream.write(`\r${up}\u001b[J`);
    this.drawn = 0;
  }
}

const barChars = 24;

/** A bar for a share from 0 to 1. */
export function barOf(share: number): string {
  const full = Math.floor(share * barChars);
  return `${'█'.repeat(full)}${'░'.repeat(barChars - full)}`;
}

interface Progress {
  /** `time` of the tape within [from, to], microseconds, in this round of `rounds`. */
  update(progress: ScenarioProgress): void;
  end(): void;
}

/**
 * Writes to standard error, so that results can be piped; `isAlone`: nothing else is written
 * there meanwhile.
 */
export function openProgress(label: string, isAlone: boolean): Progress {
  const status = new StatusLine(process.stderr);
  const isDrawn = status.isTerminal && isAlone;
  const step = isDrawn ? 1 : 25;
  let next = isDrawn ? 0 : step;
  return {
    update: (progress) => {
      const percent = percentOf(progress);
      if (percent < next) return;
      next = Math.floor(percent / step) * step + step;
      const date = formatCivilDate(utcDateOf(progress.time));
      const runs = counted(progress.runs, 'run');
      if (isDrawn) status.show(`${label} ${barOf(percent / 100)} ${percent}% ${date} · ${runs}`);
      else status.tell(`${label}: ${percent}% (${date}, ${runs})`);
    },
    end: () => status.end(),
  };
}

function percentOf({ time, from, to, round, rounds }: ScenarioProgress): number {
  const part = to <= from ? 1 : Math.max(0, Math.min(1, (time - from) / (to - from)));
  return Math.floor(((round + part) / rounds) * 100);
}
