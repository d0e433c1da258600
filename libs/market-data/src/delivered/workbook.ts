/** Writes the one sheet of an Excel workbook (.xlsx) as CSV; its parts are read as streams. */

import { closeSync, readSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { SaxesParser } from 'saxes';
import {
  excerpt,
  formatCivilDate,
  formatInstant,
  invalidInput,
  microsPerDay,
  utcDateOf,
} from '#values';
import { openRegular } from '#files';
import { CsvLines } from './csv-lines.js';
import type { ZipMember } from './zip-archive.js';

interface Workbook {
  readonly members: readonly ZipMember[];
  readonly where: string;
  /** A path at which a part may be unpacked. */
  readonly scratch: string;
}

const partBytesMax = 1024 * 1024 * 1024;
const textCharsMax = 64 * 1024 * 1024;
const columnsMax = 16_384;
/** Days from the first of each system to 1970: a workbook counts from 1900, or from 1904. */
const daysTo1970 = { from1900: 25_569, from1904: 24_107 };

type Attributes = Readonly<Record<string, string>>;

/** Local names, without prefixes. */
interface Taker {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Throws `InvalidInput` for a workbook of several sheets, and for one that is damaged. */
export async function writeSheet(book: Workbook, target: string): Promise<void> {
  const sheets: { name: string; id: string }[] = [];
  let days = daysTo1970.from1900;
  await readPart(book, 'xl/workbook.xml', {
    open: (name, { name: title = '', id = '', date1904 }) => {
      if (name === 'sheet') sheets.push({ name: title, id });
      if (name === 'workbookPr' && ['1', 'true'].includes(date1904 ?? '')) {
        days = daysTo1970.from1904;
      }
    },
  });
  const [sheet] = sheets;
  if (sheet === undefined || sheets.length > 1) {
    throw invalidInput('the workbook has not one sheet', {
      where: book.where,
      expected: 'one sheet; save the sheet with the prices as CSV',
      found: sheets.map(({ name }) => excerpt(name)).join(', ') || 'none',
    });
  }
  let path = '';
  await readPart(book, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Target = '' }) => {
      if (name === 'Relationship' && Id === sheet.id) path = posix.resolve('/xl', Target).slice(1);
    },
  });
  const texts = await sharedTexts(book);
  const dateStyles = await stylesOfDates(book);
  const lines = new CsvLines(target);
  try {
    const rows = new SheetRows({ texts, dateStyles, days }, (row) => lines.write(row));
    await readPart(book, path, rows);
  } finally {
    lines.close();
  }
}

/** The texts that cells name by their number. */
async function sharedTexts(book: Workbook): Promise<readonly string[]> {
  const texts: string[] = [];
  let isText = false;
  let chars = 0;
  await readPart(book, 'xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') texts.push('');
      isText = name === 't';
    },
    text: (text) => {
      if (!isText || texts.length === 0) return;
      chars += text.length;
      if (chars > textCharsMax) throw tooLarge(book.where, `${textCharsMax} characters of texts`);
      texts[texts.length - 1] += text;
    },
    close: () => (isText = false),
  });
  return texts;
}

/** Formats of dates and times that have no code in the file. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** The numbers of cell styles that show dates. */
async function stylesOfDates(book: Workbook): Promise<ReadonlySet<number>> {
  const codes = new Map<string, string>();
  const styles: string[] = [];
  let isOfCells = false;
  await readPart(book, 'xl/styles.xml', {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(numFmtId, formatCode);
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) styles.push(numFmtId);
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  const isDate = (id: string): boolean => {
    const code = codes.get(id);
    if (code !== undefined) return /[dyhs]/i.test(withoutTexts(code));
    return builtInDates.some(([from, to]) => Number(id) >= from && Number(id) <= to);
  };
  return new Set(styles.flatMap((id, style) => (isDate(id) ? [style] : [])));
}

/** A format without quoted texts, bracketed colors and locales, and escaped characters. */
function withoutTexts(code: string): string {
  const unquoted = code.split('"').filter((_, part) => part % 2 === 0);
  const [first = '', ...bracketed] = unquoted.join('').split('[');
  const behind = bracketed.map((part) => part.slice(part.indexOf(']') + 1));
  return [first, ...behind].join('').replace(/\\./g, '');
}

interface SheetShape {
  readonly texts: readonly string[];
  readonly dateStyles: ReadonlySet<number>;
  readonly days: number;
}

/** Gathers the cells of each row; a row ends where the first one does. */
class SheetRows implements Taker {
  private row: string[] = [];
  private width = 0;
  private column = 0;
  private cell: Attributes = {};
  private value = '';
  private isValue = false;

  constructor(
    private readonly shape: SheetShape,
    private readonly use: (row: readonly string[]) => void,
  ) {}

  open(name: string, attributes: Attributes): void {
    if (name === 'row') this.row = [];
    if (name === 'c') {
      this.cell = attributes;
      this.value = '';
      this.column = columnOf(attributes['r']) ?? this.row.length;
    }
    this.isValue = name === 'v' || name === 't';
  }

  text(text: string): void {
    if (this.isValue) this.value += text;
  }

  close(name: string): void {
    this.isValue = false;
    if (name === 'c' && this.column < columnsMax) {
      while (this.row.length < this.column) this.row.push('');
      this.row[this.column] = this.textOfCell();
    }
    if (name !== 'row' || this.row.every((text) => text === '')) return;
    this.width ||= this.row.length;
    while (this.row.length < this.width) this.row.push('');
    this.use(this.row);
  }

  private textOfCell(): string {
    const { t: type = 'n', s: style = '0' } = this.cell;
    if (this.value === '') return '';
    if (type === 's') return this.shape.texts[Number(this.value)] ?? '';
    const isDate = type === 'n' && this.shape.dateStyles.has(Number(style));
    return isDate ? dateText(Number(this.value) - this.shape.days) : this.value;
  }
}

/** A number of days since 1970: a date, with its clock time if it has one. */
function dateText(days: number): string {
  if (!(Math.abs(days) < 1_000_000)) return String(days);
  // Workbooks keep times to about a millisecond.
  const at = Math.round((days * microsPerDay) / 1000) * 1000;
  const date = formatCivilDate(utcDateOf(at));
  return at % microsPerDay === 0 ? date : formatInstant(at).replace('T', ' ').slice(0, -1);
}

/** `AB12` is in column 27, from 0. */
function columnOf(place = ''): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Reads a part, if the workbook has it. */
async function readPart({ members, where, scratch }: Workbook, name: string, taker: Taker) {
  const member = members.find((one) => one.name === name);
  if (member === undefined) return;
  try {
    await member.unpack(scratch, { bytesMax: partBytesMax, lineBytesMax: Infinity });
    readXml(scratch, `${where}: ${name}`, taker);
  } finally {
    rmSync(scratch, { force: true });
  }
}

function readXml(path: string, where: string, taker: Taker): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => {
    const expected = 'a whole workbook; save the sheet as CSV';
    throw invalidInput('the workbook cannot be read', { where, expected, found: message });
  });
  parser.on('opentag', ({ local, attributes }) => {
    const own = Object.values(attributes).map((one): [string, string] => [one.local, one.value]);
    taker.open?.(local, Object.fromEntries(own));
  });
  parser.on('text', (text) => taker.text?.(text));
  parser.on('closetag', ({ local }) => taker.close?.(local));
  const { descriptor } = openRegular(path, where);
  try {
    const decoder = new TextDecoder();
    const block = Buffer.alloc(1 << 16);
    for (;;) {
      const read = readSync(descriptor, block, 0, block.length, null);
      if (read === 0) break;
      parser.write(decoder.decode(block.subarray(0, read), { stream: true }));
    }
    parser.close();
  } finally {
    closeSync(descriptor);
  }
}

const tooLarge = (where: string, most: string): Error =>
  invalidInput('the workbook is too large', {
    where,
    expected: `at most ${most}; save the sheet as CSV`,
  });
