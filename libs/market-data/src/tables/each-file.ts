/** Tables of many files: a `*` in the name of a file stands for one table a file. */

import { invalidInput } from '#values';
import type { DatasetManifest, TickTable } from '../manifest/dataset-manifest.js';
import type { DatasetFiles } from './dataset-files.js';

type ListedTable = Pick<TickTable, 'file' | 'symbol' | 'columns'>;

/**
 * The manifest with a table of bars, trades or quotes for each file that a name with `*` matches. What the first `*`
 * stands for is the symbol, unless the table names one, or a column of symbols. `InvalidInput` where no file matches.
 */
export function withEachFile(manifest: DatasetManifest, files: DatasetFiles): DatasetManifest {
  // Manifests without a `*` stay as they are: their content hash counts whether there is a list.
  const expand = <T extends ListedTable>(tables: T | T[] | undefined): T | T[] | undefined => {
    const list = [tables ?? []].flat() as T[];
    return list.some(isMany)
      ? list.flatMap((table) => (isMany(table) ? eachFile(table, files) : table))
      : tables;
  };
  const { bars, trades, quotes } = manifest;
  return { ...manifest, bars: expand(bars), trades: expand(trades), quotes: expand(quotes) };
}

const isMany = ({ file }: ListedTable): boolean => file.includes('*');

function eachFile<T extends ListedTable>(table: T, files: DatasetFiles): T[] {
  const parts = table.file.split('*').map((part) => part.replace(/[\\^$.|?+(){}[\]]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('([^/]*)')}$`);
  const isNamed = table.symbol !== undefined || table.columns?.['symbol'] !== undefined;
  const names = files.list(table.file).filter((name) => pattern.test(name));
  if (names.length === 0) throw invalidInput('no file has such a name', { where: table.file });
  return [...names].sort().map((file) => {
    return { ...table, file, ...(isNamed ? {} : { symbol: file.replace(pattern, '$1') }) };
  });
}
