/** `tapefold journal`: a journal as JSON lines. */

import { once } from 'node:events';
import { formatInstant, invalidInput } from '#values';
import { existsSync } from 'node:fs';
import { runFolder } from '#backtest';
import { readJournal } from '#event-log';
import { exitCodes } from '../exit-code.js';

const chunkLines = 512;

/** Prints what can be read; a torn tail is said on standard error. */
export async function journalCommand(run: string): Promise<number> {
  const { journal } = runFolder(run);
  if (!existsSync(journal)) {
    throw invalidInput('no journal', { where: run, expected: 'a folder of a run' });
  }
  const chunks: string[] = [];
  let lines: string[] = [];
  const scan = readJournal(journal, ({ seq, event }) => {
    const { type, asOf, time, ...members } = event;
    const at = time === 0 ? null : formatInstant(time);
    lines.push(JSON.stringify({ seq, type, asOf, time: at, ...members }));
    if (lines.length < chunkLines) return;
    chunks.push(`${lines.join('\n')}\n`);
    lines = [];
  });
  if (lines.length > 0) chunks.push(`${lines.join('\n')}\n`);
  for (const chunk of chunks) {
    if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
  }
  if (scan.complete) return exitCodes.ok;
  const torn = scan.tornBytes > 0 ? ` and ${scan.tornBytes} torn bytes` : '';
  process.stderr.write(`the run is not finished: ${scan.records} records${torn}\n`);
  return exitCodes.ok;
}
