/** What `tapefold data check` says of a recording, beyond what it says of any data set. */

import type { RecordingReport } from '#market-data/check/check-report';
import { lagWords } from './feed-words.js';

export function recordingLines(report: RecordingReport): string[] {
  const { lagMs, itemsPerSecond, clockOffsetMs } = report;
  const rate = itemsPerSecond === null ? '' : `, ${itemsPerSecond.toPrecision(3)} a second`;
  const lag = (ms: number | null): string => (ms === null ? 'unknown' : `at most ${lagWords(ms)}`);
  const end = report.isEnded ? 'ended' : 'not ended';
  return [
    '',
    'Recording',
    `  ${report.from ?? 'nothing yet'} to ${report.to ?? 'now'}, ${end}`,
    `  ${report.frames} frames with ${report.items} items${rate}, ${report.itemsInSecondMax} at most`,
    `  ${report.facts} facts`,
    `  lag: half ${lag(lagMs.median)}, 99 of 100 ${lag(lagMs.p99)}`,
    ...(clockOffsetMs === null
      ? []
      : [`  clock of the venue: ${clockOffsetMs.toFixed(1)} ms ahead`]),
    `  gaps: ${report.gapsRepaired} repaired, ${report.gapsLost} lost, ${report.gapsOpen} open`,
    ...(report.reconciliations === 0
      ? []
      : [
          `  ${report.reconciliations} comparisons with the history brought ${report.reconciled} items`,
        ]),
    `  ${report.reconnects} reconnects`,
    `  ${report.duplicates} duplicates, ${report.late} late, ${report.corrections} corrections`,
    `  ${report.unreadable} unreadable, ${report.unused} not asked for`,
  ];
}
