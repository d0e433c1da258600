/**
 * Reads the one sheet of an Excel workbook (.xlsx) by rows of texts; its parts are read as streams.
 */

import { posix } from 'node:path';
import { excerpt, invalidInput } from '#values';
import { isDateFormat, type DateSystem } from './cell-dates.js';
import { sheetBounds, SheetRows, type SheetBounds } from './sheet-rows.js';
import { badWorkbook, readPart, type Taker, type WorkbookParts } from './xml-part.js';

/** Bounds of what is kept in memory and of what is written. */
export interface WorkbookBounds extends SheetBounds {
  /** Bytes of the unpacked sheet, of the texts that cells share, and of each other part. */
  readonly sheetBytes: number;
  readonly textBytes: number;
  readonly partBytes: number;
  /** Texts that cells share, and their characters. */
  readonly texts: number;
  readonly textChars: number;
}

const mebi = 1024 * 1024;

const workbookBounds: WorkbookBounds = {
  ...sheetBounds,
  sheetBytes: 1024 * mebi,
  textBytes: 256 * mebi,
  partBytes: 16 * mebi,
  texts: 4_000_000,
  textChars: 64 * mebi,
};

/** Names of sheets shown in an error. */
const sheetsShown = 20;

interface Workbook extends WorkbookParts {
  readonly bounds: WorkbookBounds;
}

/**
 * Hands the rows of the sheet to `use`. Throws `InvalidInput` for a workbook of several sheets, and
 * for one that is damaged or exceeds a bound, with the cell.
 */
export async function eachSheetRow(
  parts: WorkbookParts,
  use: (row: readonly string[]) => void,
  lower: Partial<WorkbookBounds> = {},
): Promise<void> {
  const book: Workbook = { ...parts, bounds: { ...workbookBounds, ...lower } };
  const { system, sheet } = await outlineOf(book);
  const texts = await sharedTexts(book);
  const dateStyles = await stylesOfDates(book);
  const where = `${book.where}: ${sheet}`;
  const rows = new SheetRows({ where, texts, dateStyles, system, bounds: book.bounds }, use);
  const isThere = await readPart(book, sheet, rows, book.bounds.sheetBytes);
  if (!isThere) throw badWorkbook(where, 'a whole workbook, with this part');
}

/** The name of the part with the sheet, and how the workbook counts days. */
async function outlineOf(book: Workbook): Promise<{ system: DateSystem; sheet: string }> {
  const { partBytes } = book.bounds;
  const sheets: { name: string; id: string }[] = [];
  let system: DateSystem = 1900;
  const outline: Taker = {
    open: (name, { name: title = '', id = '', date1904 = '' }) => {
      if (name === 'sheet') sheets.push({ name: title, id });
      if (name === 'workbookPr' && ['1', 'true'].includes(date1904)) system = 1904;
    },
  };
  await readPart(book, 'xl/workbook.xml', outline, partBytes);
  const [sheet] = sheets;
  if (sheet === undefined || sheets.length > 1) throw notOneSheet(book.where, sheets);
  let path = 'xl/worksheets/sheet1.xml';
  const relations: Taker = {
    open: (name, { Id, Target = '' }) => {
      if (name === 'Relationship' && Id === sheet.id) path = posix.resolve('/xl', Target).slice(1);
    },
  };
  await readPart(book, 'xl/_rels/workbook.xml.rels', relations, partBytes);
  return { system, sheet: path };
}

function notOneSheet(where: string, sheets: readonly { readonly name: string }[]): Error {
  const names = sheets.slice(0, sheetsShown).map(({ name }) => excerpt(name));
  const more = sheets.length - names.length;
  const others = more > 0 ? ` and ${more} more` : '';
  return invalidInput('the workbook has not one sheet', {
    where,
    expected: 'one sheet; save the sheet with the prices as CSV',
    found: names.length === 0 ? 'none' : `${names.join(', ')}${others}`,
  });
}

/**
 * The texts that cells name by their number, without those that only tell how to read them aloud.
 */
async function sharedTexts(book: Workbook): Promise<readonly string[]> {
  const { bounds } = book;
  const part = 'xl/sharedStrings.xml';
  const refused = (expected: string): Error => badWorkbook(`${book.where}: ${part}`, expected);
  const texts: string[] = [];
  let isText = false;
  let isPhonetic = false;
  let chars = 0;
  const taker: Taker = {
    open: (name) => {
      if (name === 'si') texts.push('');
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
      if (texts.length > bounds.texts) throw refused(`at most ${bounds.texts} texts`);
    },
    text: (text) => {
      if (!isText || texts.length === 0) return;
      chars += text.length;
      if (chars > bounds.textChars) throw refused(`at most ${bounds.textChars} characters`);
      const whole = (texts.at(-1) ?? '') + text;
      if (whole.length > bounds.cellChars) {
        throw refused(`at most ${bounds.cellChars} characters in a text`);
      }
      texts[texts.length - 1] = whole;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
    },
    place: () => `text ${texts.length}`,
  };
  await readPart(book, part, taker, bounds.textBytes);
  return texts;
}

/** The numbers of cell styles that show dates. */
async function stylesOfDates(book: Workbook): Promise<ReadonlySet<number>> {
  const codes = new Map<string, string>();
  const styles: string[] = [];
  let isOfCells = false;
  const taker: Taker = {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) styles.push(numFmtId);
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  };
  await readPart(book, 'xl/styles.xml', taker, book.bounds.partBytes);
  const isDate = (id: string): boolean => isDateFormat(id, codes.get(id));
  return new Set(styles.flatMap((id, style) => (isDate(id) ? [style] : [])));
}
