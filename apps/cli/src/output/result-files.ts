/** What the terminal says of the files of a result: where they are, and which were written again. */

import { join, relative } from 'node:path';
import type { TableState } from '#backtest';
import type { Result } from '#contracts/result/result';
import { renderTerminalTable } from '#report';
import { printedCommand } from '../program/printed-command.js';

/**
 * Lines that say where report, result and journals are, and how a run is verified. `data`: what the data set is called
 * here; null where nothing here can repeat the run, as with the recording of a feed at a server.
 */
export function resultPaths(out: string, { runs }: Result, data?: string | null): string {
  const first = join(out, 'runs', runs[0]?.run ?? '');
  const others = runs.length - 1;
  const verify = ['verify', out, ...(data ? ['--data', data] : [])];
  return [
    `report   ${join(out, 'report.html')}`,
    `result   ${join(out, 'result.json')}`,
    `journal  ${join(first, 'journal.bin')}${others > 0 ? ` (and ${others} more)` : ''}`,
    ...(data === null ? [] : [`verify   ${printedCommand(verify)}`]),
  ].join('\n');
}

/** The figures of a result and the places of its files. */
export const resultText = (out: string, result: Result, data?: string | null): string =>
  `${renderTerminalTable(result, printedCommand([]))}\n\n${resultPaths(out, result, data)}`;

/** Lines on derived files that were not as the journals of kept runs have them. */
export function restoredLines(out: string, files: readonly TableState[]): string[] {
  return files.map(({ path, state }) => {
    const why = state.kind === 'rewritten' ? 'it had been changed' : 'it was missing';
    return `wrote ${relative(out, path)} again: ${why}`;
  });
}
