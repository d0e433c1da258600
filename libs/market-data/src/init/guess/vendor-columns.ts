/** Vendors whose header says more than the names of fields: units of numbers, and the length of bars. */

import { invalidInput } from '#values';

const databento = ['ts_event', 'rtype', 'publisher_id', 'instrument_id'];

/** Whether a header is that of a file of Databento. */
export const isDatabento = (header: readonly string[]): boolean =>
  databento.every((name) => header.includes(name));

export const databentoFixed =
  'the header, which is that of Databento, and prices without a point: they count 1e-9';

/** Whether a header is that of daily bars of Tushare, which count shares in lots. */
export const isTushare = (header: readonly string[]): boolean =>
  header.includes('ts_code') && header.includes('vol');

export const tushareLots = 'the header, which is that of Tushare: vol counts lots of 100 shares';

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

  /** Whether bars of a day are those of UTC: Databento cuts them at its midnight, whenever the exchange closes. */
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
