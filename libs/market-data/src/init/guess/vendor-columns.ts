/**
 * Vendors whose header says more than the names of fields: units of numbers, and the
 * length of bars.
 */

import { invalidInput } from '#values';
import { isChineseShare } from './chinese-shares.js';

const databento = ['ts_event', 'rtype', 'publisher_id', 'instrument_id'];

/** Whether a header is that of a file of Databento. */
export const isDatabento = (header: readonly string[]): boolean =>
  databento.every((name) => header.includes(name));

export const databentoFixed =
  'the header, which is that of Databento, and prices without a point: they count 1e-9';

const akshare = ['日期', '开盘', '收盘', '成交量', '换手率'];

/** Whether a header has the Chinese names of bars. */
export const isChineseHeader = (header: readonly string[]): boolean =>
  header.some((name) => name.includes('收盘'));

const lotsOfTushare = 'the header, which is that of Tushare: vol counts lots of 100 shares';
const lotsOfAkshare =
  'the header, which is that of akshare, and codes of Chinese shares: 成交量 counts lots of 100';

/**
 * Shares in a lot, and why, if volumes count lots: those of shares of China, as Tushare and akshare
 * write them. Both have other markets in the same columns, whose volumes are shares.
 */
export function lotsOf(
  header: readonly string[],
  symbols: readonly string[],
): readonly [lotSize: number | undefined, why?: string] {
  if (!symbols.every((symbol) => isChineseShare(symbol, isChineseHeader(header)))) {
    return [undefined];
  }
  if (header.includes('ts_code') && header.includes('vol')) return [100, lotsOfTushare];
  const isAkshare = akshare.every((name) => header.includes(name));
  return isAkshare ? [100, lotsOfAkshare] : [undefined];
}

const secondsPerDay = 86_400;
/** Days of a bar by its record type. */
const lengths: Readonly<Record<string, number>> = {
  '32': 1 / secondsPerDay,
  '33': 60 / secondsPerDay,
  '34': 3_600 / secondsPerDay,
  '35': 1,
};

/** The length of the bars of a file of Databento, whose rows say it. */
export class BarLengths {
  private readonly isUsed: boolean;
  private readonly types = new Set<string>();

  constructor(header: readonly string[]) {
    this.isUsed = isDatabento(header);
  }

  add(fields: Readonly<Record<string, unknown>>): void {
    if (this.isUsed && this.types.size < 3) this.types.add(String(fields['rtype']));
  }

  /**
   * Whether bars of a day are those of UTC: Databento cuts them at its midnight, whenever the
   * exchange closes.
   */
  get haveUtcDays(): boolean {
    return this.isUsed;
  }

  /** In days; undefined if nothing says it. Throws `InvalidInput` if rows have several lengths. */
  days(file: string): number | undefined {
    const [type = '', other] = this.types;
    if (other === undefined) return lengths[type];
    throw invalidInput('the file has bars of several lengths', {
      where: file,
      expected: 'rows of one rtype: 32 (seconds), 33 (minutes), 34 (hours) or 35 (days)',
      found: `rtype ${[...this.types].join(', ')}`,
    });
  }
}
