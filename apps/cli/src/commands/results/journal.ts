/** `tapefold journal`: a journal as JSON lines. */

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { formatInstant, invalidInput } from '#values';
import { expandJournal, runFolder, type ExpandedRecord } from '#backtest';
import { readJournal } from '#event-log';
import { exitCodes } from '../../program/exit-code.js';
import { type Options, textOf } from '../../program/option-value.js';
import { runNamed } from '../../output/run-named.js';
import { say } from '../../program/print.js';

const chunkLines = 512;

/**
 * Prints what is readable; reports a torn tail on standard error. A stretch of unchanged decisions is one line,
 * with `--expand` a line each.
 */
export async function journalCommand(named: string, options: Options): Promise<number> {
  const run = runNamed(named);
  const { journal } = runFolder(run);
  if (!existsSync(journal)) {
    throw invalidInput('no journal', { where: run, expected: 'a folder of a run' });
  }
  const lines = new Lines();
  const print = (record: ExpandedRecord): void => lines.add(record);
  const data = textOf(options['data']);
  const place = data === undefined ? {} : { data };
  const scan =
    options['expand'] === true
      ? await expandJournal(run, print, place)
      : readJournal(journal, print);
  for (const chunk of lines.chunks()) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
  if (scan.complete) return exitCodes.ok;
  const torn = scan.tornBytes > 0 ? ` and ${scan.tornBytes} torn bytes` : '';
  say(`the run is not finished: ${scan.records} records${torn}`);
  return exitCodes.ok;
}

/** Collects lines, and writes them in larger pieces. */
class Lines {
  private readonly whole: string[] = [];
  private open: string[] = [];

  add({ seq, event }: ExpandedRecord): void {
    const { type, asOf, time, ...members } = event;
    const at = time === 0 ? null : formatInstant(time);
    this.open.push(JSON.stringify({ seq, type, asOf, time: at, ...members }));
    if (this.open.length === chunkLines) this.end();
  }

  chunks(): readonly string[] {
    if (this.open.length > 0) this.end();
    return this.whole;
  }

  private end(): void {
    this.whole.push(`${this.open.join('\n')}\n`);
    this.open = [];
  }
}
