/**
 * Reads the columns that tell the price basis: closes, adjusted closes, split factors
 * and dividends.
 */

import { excerpt, invalidInput, utcDateOf } from '#values';
import type { DialectKeys } from '../../manifest/dataset-manifest.js';
import type { RawRow } from '../../rows/text-rows.js';
import { dialectOf, type Dialect } from '../../rows/dialect.js';
import { BasisEvidence, type PricedRow } from './guess-basis.js';

/** Where the rows of a file have what is read here; a column that is missing is undefined. */
export interface BasisColumns {
  readonly timestamp: string;
  readonly close: string;
  readonly symbol?: string | undefined;
  readonly adjusted?: string | undefined;
  readonly split?: string | undefined;
  readonly dividend?: string | undefined;
}

interface File {
  readonly name: string;
  readonly symbol: string;
  /** How the file writes numbers and dates. */
  readonly dialect: DialectKeys;
  readonly columns: BasisColumns;
  readonly isDeclared: boolean;
}

export class BasisRows {
  readonly evidence: BasisEvidence;
  private readonly dialect: Dialect;
  private readonly digits = { close: 0, adjusted: 0 };

  constructor(private readonly file: File) {
    this.dialect = dialectOf(file.dialect);
    this.evidence = new BasisEvidence({
      file: file.name,
      split: file.columns.split,
      isDeclared: file.isDeclared,
    });
  }

  /** Rows that cannot be read are left to the check, but not their splits and dividends. */
  add({ fields, line, defect }: RawRow): void {
    if (defect) return;
    const { columns } = this.file;
    const text = (column: string | undefined): string =>
      column === undefined ? '' : String(fields[column] ?? '');
    const time = text(columns.timestamp);
    const at = this.dialect.instant(time);
    const date = this.dialect.date(time) ?? (at === undefined ? undefined : utcDateOf(at));
    if (date === undefined) return;
    const close = text(columns.close);
    const adjusted = text(columns.adjusted);
    const prices = { close: this.price(close), adjusted: this.price(adjusted) };
    const row: PricedRow = {
      ...prices,
      line,
      date,
      error: this.errorOf(close, adjusted, prices),
      symbol: columns.symbol === undefined ? this.file.symbol : text(columns.symbol),
      split: this.factor(text(columns.split), line),
      dividend: this.amount(text(columns.dividend), line),
    };
    this.evidence.add(row);
  }

  private price(text: string): number {
    return this.dialect.number(text) ?? NaN;
  }

  /**
   * Vendors leave out zeros at the end of a number, so the longest number of a column
   * has its digits.
   */
  private errorOf(close: string, adjusted: string, prices: Pick<PricedRow, 'close' | 'adjusted'>) {
    this.digits.close = Math.max(this.digits.close, digitsOf(close));
    this.digits.adjusted = Math.max(this.digits.adjusted, digitsOf(adjusted));
    const ofClose = 10 ** -this.digits.close / prices.close;
    const ofAdjusted = 10 ** -this.digits.adjusted / prices.adjusted;
    return 0.5 * (ofClose + ofAdjusted);
  }

  /** `1.5`, `3:2` and `3/2` are new shares for old ones; 0 and an empty field are no split. */
  private factor(text: string, line: number): number {
    if (this.isNothing(text)) return 1;
    const [, to, from] = /^([\d.]+) ?[:/] ?([\d.]+)$/.exec(text.trim()) ?? [];
    const value = from === undefined ? this.price(text) : Number(to) / Number(from);
    if (value === 0) return 1;
    if (value > 0 && Number.isFinite(value)) return value;
    throw this.unreadable(line, this.file.columns.split, 'a split such as 1.5 or 3:2', text);
  }

  private amount(text: string, line: number): number {
    if (this.isNothing(text)) return 0;
    const value = this.price(text);
    if (value >= 0) return value;
    throw this.unreadable(line, this.file.columns.dividend, 'a cash amount per share', text);
  }

  private isNothing(text: string): boolean {
    return (
      text.trim() === '' || this.dialect.isUnknown(text) || /^(-+|nan|null|none|n\/a)$/i.test(text)
    );
  }

  private unreadable(line: number, column = '', expected: string, text: string): Error {
    const where = `${this.file.name} line ${line}, ${excerpt(column)}`;
    return invalidInput('the value cannot be read', { where, expected, found: excerpt(text) });
  }
}

const digitsOf = (text: string): number => /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0;
