/** The terminal output about the files of a result: where they are, and which were rewritten. */

import { join, relative } from 'node:path';
import type { TableState } from '#backtest';
import type { Result } from '#contracts/result/result';
import { renderTerminalTable } from '#report';
import { printedCommand } from '../program/printed-command.js';

/**
 * Lines that show where report, result and journals are, and how to verify a run. `data`: the
 * data set's name here; null if nothing here can repeat the run, as with the recording of a
 * feed at a server.
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

/** The figures of a result and the locations of its files. */
export const resultText = (out: string, result: Result, data?: string | null): string =>
  `${renderTerminalTable(result, printedCommand([]))}\n\n${resultPaths(out, result, data)}`;

/** Lines on derived files that did not match the journals of kept runs. */
export function restoredLines(out: string, files: readonly TableState[]): string[] {
  return files.map(({ path, state }) => {
    const why = state.kind === 'rewritten' ? 'it had been changed' : 'it was missing';
    return `wrote ${relative(out, path)} again: ${why}`;
  });
}
