/** Progress for people who wait: a bar on a terminal, an occasional plain line elsewhere. */

import { formatCivilDate, utcDateOf } from '#values';
import type { ScenarioProgress } from '#backtest';
import { counted } from './print.js';
import { barOf, StatusLine } from './status-line.js';

interface Progress {
  /** `time` of the tape within [from, to], microseconds, in this round of `rounds`. */
  update(progress: ScenarioProgress): void;
  end(): void;
}

/** Writes to standard error, so that results can be piped; `isAlone`: nothing else is written there meanwhile. */
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
      if (isDrawn) status.show(`${label} ${barOf(percent / 100)} ${percent} % ${date} · ${runs}`);
      else status.tell(`${label}: ${percent} % (${date}, ${runs})`);
    },
    end: () => status.end(),
  };
}

function percentOf({ time, from, to, round, rounds }: ScenarioProgress): number {
  const part = to <= from ? 1 : Math.max(0, Math.min(1, (time - from) / (to - from)));
  return Math.floor(((round + part) / rounds) * 100);
}
