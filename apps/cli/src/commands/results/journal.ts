/** `tapefold journal`: a journal as JSON lines. */

import { existsSync } from 'node:fs';
import { formatInstant, invalidInput } from '#values';
import { expandJournal, runFolder, type ExpandedRecord } from '#backtest';
import { readJournal } from '#event-log';
import { type Options, textOf } from '../../program/option-value.js';
import { runNamed } from '../../output/run-named.js';
import { printSlowly, notify } from '../../program/print.js';

const chunkLines = 512;

/**
 * Prints what is readable; reports a torn tail on standard error. A stretch of unchanged decisions is one line,
 * with `--expand` a line each.
 */
export async function journalCommand(named: string, options: Options): Promise<void> {
  const run = runNamed(named);
  const { journal } = runFolder(run);
  if (!existsSync(journal)) {
    throw invalidInput('no journal', { where: run, expected: 'a folder of a run' });
  }
  const lines: string[] = [];
  const keep = (record: ExpandedRecord): void => void lines.push(lineOf(record));
  const data = textOf(options['data']);
  const place = data === undefined ? {} : { data };
  const scan =
    options['expand'] === true ? await expandJournal(run, keep, place) : readJournal(journal, keep);
  for (let at = 0; at < lines.length; at += chunkLines) {
    await printSlowly(lines.slice(at, at + chunkLines).join('\n'));
  }
  if (scan.complete) return;
  const torn = scan.tornBytes > 0 ? ` and ${scan.tornBytes} torn bytes` : '';
  notify(`the run is not finished: ${scan.records} records${torn}`);
}

function lineOf({ seq, event }: ExpandedRecord): string {
  const { type, asOf, time, ...members } = event;
  const at = time === 0 ? null : formatInstant(time);
  return JSON.stringify({ seq, type, asOf, time: at, ...members });
}
