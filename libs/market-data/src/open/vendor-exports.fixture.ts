/** Data sets that a test writes and reads: every bar and quote, and the findings of a check. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { formatCivilDate, formatInstant, parseCivilDate } from '#values';
import { factKinds } from '#contracts';
import type { CheckReport } from '../findings/check-report.js';
import { openDataset } from './open-dataset.js';

const root = mkdtempSync(join(tmpdir(), 'vendor-exports-spec-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;

export function folder(files: Record<string, string | Uint8Array>): string {
  const path = join(root, `set-${folders++}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}

export const manifestOf = (tables: string, calendar = 'XNYS'): string =>
  `name: x\ncalendar: ${calendar}\ncurrency: USD\n${tables}\n`;
export const daily = 'frequency: daily, stamp: session, priceBasis: raw';
export const minutes = 'frequency: intraday, stamp: start, barMinutes: 1, priceBasis: raw';

export interface Read {
  readonly report: CheckReport;
  /**
   * Symbol, stamp, open, high, low, close and volume of bars; symbol, time, bid and ask of quotes.
   */
  readonly rows: readonly unknown[][];
  /** When each row of a bar is known, in milliseconds since 1970. */
  readonly known: readonly number[];
}

/** Every bar and quote of a data set, with the findings of its check. */
export async function read(path: string): Promise<Read> {
  const dataset = await openDataset(path);
  const report = await dataset.check();
  const symbols = [...dataset.symbols];
  const until = parseCivilDate('2026-06-01') as number;
  const rows: unknown[][] = [];
  const known: number[] = [];
  for (const source of await dataset.openSources({ symbols, until, badRows: 'drop' })) {
    for (let facts = await source.pull(); facts; facts = await source.pull()) {
      for (let row = 0; row < facts.count; row++) {
        const at = facts.eventTime[row] as number;
        const symbol = symbols[facts.instrument[row] as number];
        const values = (names: readonly ('open' | 'high' | 'low' | 'close' | 'volume')[]) =>
          names.map((name) => facts[name][row]);
        const kind = facts.kind[row];
        if (kind === factKinds.bar) {
          known.push((facts.knowledgeTime[row] as number) / 1000);
          rows.push([
            symbol,
            dataset.barFrequency === 'daily'
              ? formatCivilDate(dataset.calendar.sessionClosingAtOrAfter(at))
              : formatInstant(at),
            ...values(['open', 'high', 'low', 'close', 'volume']),
          ]);
        } else if (kind === factKinds.quote) rows.push([symbol, formatInstant(at)]);
      }
    }
    source.close();
  }
  await dataset.close();
  return { report, rows, known };
}
