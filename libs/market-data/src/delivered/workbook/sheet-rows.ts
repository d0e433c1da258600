/** Gathers the cells of a sheet into rows of texts. */

import { excerpt } from '#values';
import { dateText, type DateSystem } from './cell-dates.js';
import { badWorkbook, type Attributes, type Taker } from './xml-part.js';

export interface SheetBounds {
  readonly columns: number;
  readonly rows: number;
  /** Characters of a cell. */
  readonly cellChars: number;
  /** Limit all cells of a row, and those of all rows, each cell with one more. */
  readonly rowChars: number;
  readonly sheetChars: number;
}

/** The first three are those of Excel itself. */
export const sheetBounds: SheetBounds = {
  columns: 16_384,
  rows: 1_048_576,
  cellChars: 32_767,
  rowChars: 1024 * 1024,
  sheetChars: 1024 * 1024 * 1024,
};

interface SheetShape {
  /** As errors name the sheet. */
  readonly where: string;
  /** The texts that cells name by their number. */
  readonly texts: readonly string[];
  /** The numbers of cell styles that show dates. */
  readonly dateStyles: ReadonlySet<number>;
  readonly system: DateSystem;
  readonly bounds: SheetBounds;
}

interface Cell {
  readonly attributes: Attributes;
  readonly column: number;
  value: string;
  isFormula: boolean;
}

/** Empty rows are left out, and each row is as wide as the first one, or wider. */
export class SheetRows implements Taker {
  private row: string[] = [];
  private rowNumber = 0;
  private rowChars = 0;
  private sheetChars = 0;
  private rows = 0;
  private width = 0;
  private cell: Cell | undefined;
  private isValue = false;
  private isPhonetic = false;

  constructor(
    private readonly shape: SheetShape,
    private readonly use: (row: readonly string[]) => void,
  ) {}

  open(name: string, attributes: Attributes): void {
    if (name === 'row') this.openRow(attributes);
    if (name === 'c') this.openCell(attributes);
    if (name === 'f' && this.cell) this.cell.isFormula = true;
    if (name === 'rPh') this.isPhonetic = true;
    this.isValue = name === 'v' || (name === 't' && !this.isPhonetic);
  }

  text(text: string): void {
    const { cell } = this;
    if (!this.isValue || cell === undefined) return;
    const { cellChars } = this.shape.bounds;
    if (cell.value.length + text.length > cellChars) {
      throw this.refused(`at most ${cellChars} characters in a cell`);
    }
    cell.value += text;
  }

  close(name: string): void {
    this.isValue = false;
    if (name === 'rPh') this.isPhonetic = false;
    if (name === 'c') this.closeCell();
    if (name === 'row') this.closeRow();
  }

  place(): string {
    if (this.cell === undefined) return this.rowNumber === 0 ? '' : `row ${this.rowNumber}`;
    return `cell ${columnName(this.cell.column)}${this.rowNumber}`;
  }

  private openRow({ r: number = '' }: Attributes): void {
    this.row = [];
    this.rowChars = 0;
    this.rowNumber = /^[1-9]\d{0,6}$/.test(number) ? Number(number) : this.rowNumber + 1;
  }

  private openCell(attributes: Attributes): void {
    const { r: stated } = attributes;
    const column = stated === undefined ? this.row.length : columnOf(stated);
    const { columns } = this.shape.bounds;
    if (column === undefined || column >= columns) {
      const found = excerpt(stated ?? columnName(this.row.length));
      throw this.refused(`cells up to column ${columnName(columns - 1)} (${columns})`, found);
    }
    this.cell = { attributes, column, value: '', isFormula: false };
    if (column < this.row.length) throw this.refused('each cell once, and from left to right');
  }

  private closeCell(): void {
    if (this.cell === undefined) return;
    const { row, cell } = this;
    const text = this.textOf(cell);
    while (row.length < cell.column) row.push('');
    row.push(text);
    this.rowChars += text.length;
    const { rowChars } = this.shape.bounds;
    if (this.rowChars > rowChars) throw this.refused(`at most ${rowChars} characters in a row`);
    this.cell = undefined;
  }

  private closeRow(): void {
    if (this.rowChars === 0) return;
    const { rows, sheetChars } = this.shape.bounds;
    this.width ||= this.row.length;
    while (this.row.length < this.width) this.row.push('');
    this.rows++;
    if (this.rows > rows) throw this.refused(`at most ${rows} rows`);
    this.sheetChars += this.rowChars + this.row.length;
    if (this.sheetChars > sheetChars) {
      throw this.refused(`at most ${sheetChars} characters in the sheet`);
    }
    this.use(this.row);
  }

  private textOf({ attributes, value, isFormula }: Cell): string {
    const { t: type = 'n', s: style = '0' } = attributes;
    if (value === '') {
      // A formula of texts may have none.
      if (!isFormula || type === 'str') return '';
      throw this.refused('formulas with their values: open the workbook in Excel and save it');
    }
    if (type === 's') return this.sharedText(value);
    const isDate = type === 'n' && this.shape.dateStyles.has(Number(style));
    return isDate ? dateText(value, this.shape.system) : value;
  }

  private sharedText(number: string): string {
    const { texts } = this.shape;
    const text = texts[Number(number)];
    if (text !== undefined) return text;
    throw this.refused(`the number of one of ${texts.length} texts`, excerpt(number));
  }

  private refused(expected: string, found?: string): Error {
    return badWorkbook(`${this.shape.where} ${this.place()}`, expected, found);
  }
}

/** `AB12` is in column 27, from 0. */
function columnOf(place: string): number | undefined {
  const letters = /^([A-Z]{1,7})\d{1,7}$/.exec(place)?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function columnName(column: number): string {
  const before = Math.floor(column / 26);
  const letter = String.fromCharCode(65 + (column % 26));
  return before === 0 ? letter : columnName(before - 1) + letter;
}
