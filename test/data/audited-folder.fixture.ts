/**
 * The shared folder of XBRL filings as a market in memory: a fact a package, and a fact a
 * taxonomy year.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FactColumns, factKinds, type FactPayload } from '#contracts';
import { AsOfStore, viewAt, type MarketView } from '#market-view';
import { sha256Hex } from '#values';

export const xbrlFolder = resolve(
  process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set',
  'xbrl',
);

export const linesOf = <T>(...path: string[]): T[] =>
  readFileSync(join(xbrlFolder, ...path), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

/**
 * Everything that is known at `through`, the date of the last package, YYYYMMDD; the whole
 * folder without it.
 */
export function auditedFolder(through = '99999999'): MarketView {
  const { store, filings } = auditedStore(() => true);
  return viewAt(store, placeOf(filings, through));
}

/** The same packages in a store that ends at a date, YYYYMMDD. */
export function cutFolder(through: string): MarketView {
  const { store, filings } = auditedStore(({ date }) => date <= through);
  return viewAt(store, placeOf(filings, through));
}

interface Filed {
  readonly date: string;
}

/** Packages are known in the order of their dates, a microsecond a place. */
function placeOf(filings: readonly Filed[], through: string): { asOf: number; time: number } {
  const asOf = filings.filter(({ date }) => date <= through).length;
  return { asOf, time: asOf };
}

function auditedStore(isKept: (filed: Filed) => boolean) {
  const packages = readdirSync(join(xbrlFolder, 'XBRL')).map((accession) => {
    const [form = '', symbol = ''] = accession.split('-');
    const date = accession.slice(-8);
    return { symbol, form, accession, date, files: filesIn(join('XBRL', accession)) };
  });
  const years = readdirSync(join(xbrlFolder, 'us-gaap')).map((year) => ({
    symbol: 'us-gaap',
    form: 'taxonomy',
    accession: `us-gaap-${year}`,
    date: '',
    files: filesIn(join('us-gaap', year)),
  }));
  const all = [...years, ...packages].sort((one, other) => (one.date < other.date ? -1 : 1));
  const symbols = [...new Set(all.map(({ symbol }) => symbol))];
  const filings = all.filter(isKept);
  const documents = new Map(
    filings.flatMap(({ files }) => Object.values(files)).map((text) => [sha256Hex(text), text]),
  );
  const store = new AsOfStore({
    instruments: symbols.map((symbol) => ({ symbol, currency: 'USD' })),
    tradePrice: 'close',
    priceBasis: 'raw',
    calendar: 'XNYS',
    history: null,
    documents,
  });
  const columns = new FactColumns(filings.length);
  for (const [at, { symbol, form, accession, files }] of filings.entries()) {
    const sections = Object.entries(files).map(([name, text]) => ({
      name,
      document: { sha256: sha256Hex(text), chars: text.length },
    }));
    const dates = { filedDate: 0, acceptedAt: 0, periodEnd: null };
    const payload: FactPayload = { kind: 'filing', symbol, form, accession, sections, ...dates };
    const place = { instrument: symbols.indexOf(symbol), knowledgeTime: at + 1, eventTime: 0 };
    columns.pushFact({ ...place, kind: factKinds.filing, payload });
  }
  store.append(columns);
  return { store, filings };
}

function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(join(xbrlFolder, folder), { recursive: true, encoding: 'utf8' });
  const texts = files.filter((file) => /\.(xml|xsd|jsonl)$/.test(file)).sort();
  return Object.fromEntries(
    texts.map((file) => [join(folder, file), readFileSync(join(xbrlFolder, folder, file), 'utf8')]),
  );
}
