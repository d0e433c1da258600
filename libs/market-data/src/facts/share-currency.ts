/** Amounts in the currency that their share is quoted in, whichever unit of it the vendor gives them in. */

import { excerpt } from '#values';
import { rowDefect } from '../rows/row-defect.js';

/** Units that are a hundredth of a currency; only their case tells GBp from GBP. */
const hundredths: ReadonlyMap<string, string> = new Map([
  ...['GBp', 'GBX', 'GBx'].map((code) => [code, 'GBP'] as const),
  ...['ZAc', 'ZAC', 'ZAr'].map((code) => [code, 'ZAR'] as const),
  ...['ILA', 'ILa', 'ILs', 'ILX'].map((code) => [code, 'ILS'] as const),
  ...['USc', 'USd', 'USX'].map((code) => [code, 'USD'] as const),
]);

/** A dividend in the currency of its share; `RowDefect` where only a rate would tell, beyond pence and cents. */
export function amountIn(share: string, amount: number, currency: string): number {
  const [to, from] = [hundredths.get(share), hundredths.get(currency)];
  if ((to ?? share.toUpperCase()) !== (from ?? currency.toUpperCase())) {
    const detail = { field: 'currency', expected: share, found: excerpt(currency) };
    throw rowDefect('the dividend is in another currency than its share', detail);
  }
  if ((to === undefined) === (from === undefined)) return amount;
  return to === undefined ? amount / 100 : amount * 100;
}
