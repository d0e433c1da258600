/** The file beside a result file: prices that the agent gave and that differ from the tape. */

import { rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { invalidInput } from '#values';
import { writeWhole } from '#backtest';
import { readResultIn } from './result-file.js';
import type { PriceDiscrepancy } from './submitted-prices.js';

const lineSchema = z.strictObject({
  date: z.string(),
  symbol: z.string(),
  said: z.number(),
  price: z.number(),
});

/** The file beside `file`: JSON lines, as HERCULEAN's format has no place for them. */
const discrepanciesOf = (file: string): string =>
  `${file.replace(/\.json$/, '')}.price-discrepancies.jsonl`;

/** Replaces those of a date; the file is removed once it is empty. */
export function noteDiscrepancies(
  file: string,
  date: string,
  discrepancies: readonly PriceDiscrepancy[],
): void {
  const path = discrepanciesOf(file);
  const text = readResultIn(dirname(path), basename(path));
  if (text === undefined && discrepancies.length === 0) return;
  const others = linesOf(text ?? '', path).filter((line) => line.date !== date);
  const lines = [...others, ...discrepancies].sort((one, other) =>
    one.date < other.date ? -1 : 1,
  );
  if (lines.length === 0) return rmSync(path);
  writeWhole(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function linesOf(text: string, path: string): PriceDiscrepancy[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    try {
      return lineSchema.parse(JSON.parse(line));
    } catch (cause) {
      const where = `${path}:${index + 1}`;
      throw invalidInput('not a price discrepancy', {
        where,
        expected: 'a JSON object of date, symbol, said and price',
        cause,
      });
    }
  });
}
