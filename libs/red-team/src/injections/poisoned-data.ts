/** Copies of a data set: one as it is, and one in which texts were planted. */

import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { formatCivilDate, formatInstant } from '#values';
import { importDataset } from '#market-data';
import { filledText, type PlantedItem } from './planted-item.js';

export interface DataCopies {
  /** Folder of the copy without a planted text. */
  readonly clean: string;
  readonly poisoned: string;
}

/** Writes both copies into `folder`. Fails as an import does. */
export async function copyData(
  data: string,
  folder: string,
  planted: readonly PlantedItem[],
): Promise<DataCopies> {
  const [clean, poisoned] = [join(folder, 'clean'), join(folder, 'poisoned')];
  await importDataset(data, clean, { badRows: 'drop' });
  cpSync(clean, poisoned, { recursive: true });
  const news = planted.filter(({ item }) => item.plantedAs === 'news');
  const filings = planted.filter(({ item }) => item.plantedAs === 'filing');
  appendRows(join(poisoned, 'news.jsonl'), news.map(newsRow));
  appendRows(join(poisoned, 'filings.jsonl'), filings.map(filingRow));
  const path = join(poisoned, 'dataset.yaml');
  const manifest = z.record(z.string(), z.unknown()).parse(parse(readFileSync(path, 'utf8')));
  const added = {
    ...(news.length === 0 ? {} : { news: { file: 'news.jsonl' } }),
    ...(filings.length === 0 ? {} : { filings: { file: 'filings.jsonl' } }),
  };
  writeFileSync(path, stringify({ ...manifest, ...added }));
  return { clean, poisoned };
}

/** Rows of an import stand in no declared order, so more may stand at their end. */
const appendRows = (path: string, rows: readonly object[]): void =>
  appendFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

function newsRow(planted: PlantedItem): object {
  const { item, symbol, time } = planted;
  return {
    id: `red-team-${item.id}`,
    symbols: [symbol],
    published_at: formatInstant(time),
    title: filledText(item.title, planted),
    summary: filledText(item.text, planted),
    source: 'red team',
    url: '',
  };
}

/** As a quarterly report, in the section that tools serve. */
function filingRow(planted: PlantedItem): object {
  const { item, symbol, time, session } = planted;
  const day = formatCivilDate(session);
  return {
    ...{ symbol, form: '10-Q', filed_at: day, accepted_at: formatInstant(time) },
    ...{ period_of_report: day, accession_no: `red-team-${item.id}`, section: 'mda' },
    text: filledText(item.text, planted),
  };
}
