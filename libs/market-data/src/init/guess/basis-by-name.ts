/**
 * The price basis that names tell: of the file, of its columns, or of the vendor that
 * has such columns.
 */

import type { PriceBasis } from '#contracts';
import { isDatabento } from './vendor-columns.js';

interface BasisShape {
  /** Positions of the fields of a file without a header. */
  readonly placed: Readonly<Record<string, string>> | undefined;
  readonly names: readonly string[];
  readonly declared: { readonly priceBasis?: PriceBasis | undefined };
}

export const openBasis = 'nothing: raw or adjusted may be true as well';

const namedBases: Readonly<Record<string, PriceBasis>> = {
  adjsplitdiv: 'adjusted',
  adjsplit: 'split-adjusted',
  adjusted: 'adjusted',
  unadjusted: 'raw',
};

/** That of FirstRate Data and Kibot, whose files have no header and say it in their name. */
function basisOfName(file: string): PriceBasis | undefined {
  const words = file.toLowerCase().split(/[\s_.-]+/);
  const named = words.find((word) => Object.hasOwn(namedBases, word));
  return named === undefined ? undefined : namedBases[named];
}

/** The declared price basis, or the one that vendors are known to write. */
export function basisByName(
  file: string,
  { names, placed, declared }: BasisShape,
  calendar: string,
): readonly [basis: PriceBasis, why: string] {
  const header = names.join();
  if (declared.priceBasis !== undefined) return [declared.priceBasis, '--price-basis'];
  if (/adj/i.test(header))
    return ['split-adjusted', 'the adjusted closes beside, as Yahoo has them'];
  if (/Dividends|^Price|^Ticker,|<PER>/.test(header))
    return ['adjusted', 'the header, which is that of yfinance or Stooq'];
  const ofName = basisOfName(file);
  if (ofName !== undefined) return [ofName, 'the name of the file'];
  const isUnsplit = placed !== undefined || calendar !== 'XNYS';
  if (isUnsplit || /window_start|trade_count/.test(header) || isDatabento(names))
    return ['raw', 'what the vendors of such files do'];
  return ['split-adjusted', openBasis];
}
