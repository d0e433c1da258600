/** `tapefold journal`: a journal as JSON lines, or the equity of its marks as CSV. */

import { existsSync } from 'node:fs';
import { formatInstant, invalidInput } from '#values';
import { equityOfRun, expandJournal, runFolder, type ExpandedRecord } from '#backtest';
import { readJournal, type JournalScan } from '#event-log';
import { type Options, textOf } from '../../program/option-value.js';
import { runNamed } from '../../output/run-named.js';
import { printSlowly, notify } from '../../program/print.js';

const chunkLines = 512;

/**
 * Prints what is readable; reports a torn tail on standard error. A stretch of unchanged decisions
 * is one line, with `--expand` a line each.
 */
export async function journalCommand(named: string, options: Options): Promise<void> {
  const run = runNamed(named);
  const { journal } = runFolder(run);
  if (!existsSync(journal)) {
    throw invalidInput('no journal', { where: run, expected: 'a folder of a run' });
  }
  const lines: string[] = [];
  const scan = await scanned(run, options, (line) => lines.push(line));
  for (let at = 0; at < lines.length; at += chunkLines) {
    await printSlowly(lines.slice(at, at + chunkLines).join('\n'));
  }
  if (scan.complete) return;
  const torn = scan.tornBytes > 0 ? ` and ${scan.tornBytes} torn bytes` : '';
  notify(`the run is not finished: ${scan.records} records${torn}`);
}

/** Passes each line to `keep`. */
async function scanned(
  run: string,
  { equity, expand, data: given }: Options,
  keep: (line: string) => void,
): Promise<JournalScan> {
  if (equity === 'sessions' || equity === 'marks') return equityOfRun(run, equity, keep);
  const visit = (record: ExpandedRecord): void => keep(lineOf(record));
  const data = textOf(given);
  if (expand === true) return expandJournal(run, visit, data === undefined ? {} : { data });
  return readJournal(runFolder(run).journal, visit);
}

function lineOf({ seq, event }: ExpandedRecord): string {
  const { type, asOf, time, ...members } = event;
  const at = time === 0 ? null : formatInstant(time);
  return JSON.stringify({ seq, type, asOf, time: at, ...members });
}
