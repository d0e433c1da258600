/** Progress for people who wait: a bar on a terminal, an occasional plain line elsewhere. */

import { SingleBar } from 'cli-progress';
import { formatCivilDate, utcDateOf } from '#values';
import type { ScenarioProgress } from '#backtest';
import { say } from './print.js';

interface Progress {
  /** `time` of the tape within [from, to], microseconds, in this round of `rounds`. */
  update(progress: ScenarioProgress): void;
  end(): void;
}

const stepPercent = 25;

/** Writes to standard error, so that results can be piped; `isAlone`: nothing else is written there meanwhile. */
export function openProgress(label: string, isAlone: boolean): Progress {
  return process.stderr.isTTY && isAlone ? barProgress(label) : lineProgress(label);
}

function barProgress(label: string): Progress {
  const bar = new SingleBar({
    format: `${label} [{bar}] {percentage}% {date} · {runs} runs`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: false,
  });
  let started = false;
  return {
    update: (progress) => {
      const payload = { date: formatCivilDate(utcDateOf(progress.time)), runs: progress.runs };
      if (!started) bar.start(100, 0, payload);
      started = true;
      bar.update(percentOf(progress), payload);
    },
    end: () => {
      if (started) bar.stop();
    },
  };
}

function lineProgress(label: string): Progress {
  let next = stepPercent;
  return {
    update: (progress) => {
      const percent = percentOf(progress);
      if (percent < next) return;
      next = Math.floor(percent / stepPercent) * stepPercent + stepPercent;
      const date = formatCivilDate(utcDateOf(progress.time));
      say(
        `${label}: ${percent} % (${date}, ${progress.runs} ${progress.runs === 1 ? 'run' : 'runs'})`,
      );
    },
    end: () => undefined,
  };
}

function percentOf({ time, from, to, round, rounds }: ScenarioProgress): number {
  const part = to <= from ? 1 : Math.max(0, Math.min(1, (time - from) / (to - from)));
  return Math.floor(((round + part) / rounds) * 100);
}
