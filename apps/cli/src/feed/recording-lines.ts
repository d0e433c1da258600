/** What `tapefold data check` says of a recording, beyond what it says of any data set. */

import type { RecordingReport } from '#market-data/check/check-report';
import { counted, lagWords } from './feed-words.js';

export function recordingLines(report: RecordingReport): string[] {
  const { itemsPerSecond, clockOffsetMs, reconciliations } = report;
  const rate = itemsPerSecond === null ? '' : `, ${itemsPerSecond.toPrecision(3)} a second`;
  const unmapped = report.unmapped === 0 ? '' : `, ${report.unmapped} without a mapping`;
  const end = report.isEnded ? 'ended' : 'not ended';
  const items = `${counted(report.frames, 'frame')} with ${counted(report.items, 'item')}`;
  const unfinished = report.unfinished > 0 ? `, ${report.unfinished} before their end` : '';
  return [
    '',
    'Recording',
    `  ${report.from ?? 'nothing yet'} to ${report.to ?? 'now'}, ${end}`,
    `  ${items}${rate}, ${report.itemsInSecondMax} at most`,
    `  ${counted(report.facts, 'fact')}`,
    `  lag: ${lagOf(report.lagMs)}`,
    ...(clockOffsetMs === null ? [] : [`  clock of the venue: ${clockWords(clockOffsetMs)}`]),
    `  gaps: ${report.gapsRepaired} repaired, ${report.gapsLost} lost, ${report.gapsOpen} open`,
    ...(reconciliations === 0
      ? []
      : [
          `  ${counted(reconciliations, 'comparison')} with the history brought ${counted(report.reconciled, 'item')}`,
        ]),
    `  ${counted(report.reconnects, 'reconnect')}`,
    `  ${counted(report.duplicates, 'duplicate')}, ${report.late} late, ${counted(report.corrections, 'correction')}`,
    `  ${report.unreadable} unreadable, ${report.unused} not asked for${unfinished}${unmapped}`,
  ];
}

function lagOf({ median, p99 }: RecordingReport['lagMs']): string {
  if (median === null || p99 === null) return 'none measured';
  return `half ${boundWords(median)}, 99 of 100 ${boundWords(p99)}`;
}

/** Lags are counted in ranges that double; the last range has no upper end. */
const lagMsMax = 2 ** 31;

const boundWords = (ms: number): string =>
  ms >= lagMsMax ? `over ${lagWords(lagMsMax / 2)}` : `at most ${lagWords(ms)}`;

function clockWords(offsetMs: number): string {
  const shown = Math.abs(offsetMs).toFixed(1);
  if (shown === '0.0') return 'as ours';
  return `${shown} ms ${offsetMs > 0 ? 'ahead' : 'behind'}`;
}
