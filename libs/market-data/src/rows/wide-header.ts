/** Headers that name a time and then symbols: each column has the closes of one. */

import { tableFields } from '../manifest/dataset-manifest.js';
import { fieldNames } from './column-names.js';

/**
 * `AAPL`, `BRK.B`, `BTC-USD`, `^GSPC`, `EURUSD=X`, `600519.SS`: in upper case, so that
 * words are none.
 */
const symbol = /^(?=[^A-Z]*[A-Z])[\^A-Z0-9][A-Z0-9.^=/-]{0,31}$/;

const known = tableFields.bars.filter((field) => field !== 'date' && field !== 'time');

/** The symbols; none if any column is a field of bars, or may be something else. */
export function symbolsOfHeader(header: readonly string[]): readonly string[] {
  const symbols = header.slice(1);
  const [time, ...others] = fieldNames(header, known);
  if (time !== 'timestamp' || symbols.length === 0) return [];
  const areSymbols = symbols.every((name, at) => symbol.test(name) && others[at] === name);
  return areSymbols && new Set(symbols).size === symbols.length ? symbols : [];
}
