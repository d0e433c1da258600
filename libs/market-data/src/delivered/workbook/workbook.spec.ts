/**
 * Tests of Excel workbooks: cells of all types, dates by their style, and workbooks
 * that are not read.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { init } from '../../init/init-dataset.fixture.js';
import { initDataset } from '../../init/init-dataset.js';
import { folder } from '../../open/vendor-exports.fixture.js';
import { withZip } from '../zip-archive.js';
import { zipOf } from '../zip.fixture.js';
import { dateText, isDateFormat } from './cell-dates.js';
import { eachSheetRow, type WorkbookBounds } from './workbook.js';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const related = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const texts = ['Date', 'Open', 'High', 'Low', 'Close']
  .map((text) => `<si><t>${text}</t></si>`)
  .join('');

interface Parts {
  readonly rows: string;
  readonly sheets?: readonly string[];
  readonly properties?: string;
  /** One more of the shared texts. */
  readonly text?: string;
  /** The part of the sheet, as the workbook names it. */
  readonly target?: string;
}

/**
 * A workbook whose style 1 is a date, 2 a date with a clock time, 3 a number with a color, and
 * 4 a clock time.
 */
function workbook(parts: Parts): Buffer {
  const { rows, sheets = ['Prices'], properties = '', text = 'Other' } = parts;
  const { target = 'worksheets/sheet1.xml' } = parts;
  const list = sheets.map((name, at) => `<sheet name="${name}" sheetId="${at}" r:id="r${at}"/>`);
  const content = {
    'xl/workbook.xml':
      `<workbook ${main} ` + `${related}>${properties}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r0" ' + `Target="${target}"/></Relationships>`,
    'xl/sharedStrings.xml':
      `<sst ${main}>${texts}<si><r><t>Vol</t></r><r><t>ume</t></r></si>` +
      `<si><t>${text}</t></si></sst>`,
    'xl/styles.xml':
      `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/>` +
      '<numFmt numFmtId="165" formatCode="[Red]0.00&quot;days&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/>' +
      '<xf numFmtId="165"/><xf numFmtId="21"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
  };
  return zipOf(Object.entries(content).map(([name, text]) => ({ name, content: text })));
}

const header =
  '<row ' + `r="1">${[0, 1, 2, 3, 4, 5].map((at) => `<c t="s"><v>${at}</v></c>`).join('')}</row>`;
const plainRow = (names: readonly string[]): string =>
  `<row>${names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row>`;
/** Rows whose cells have no places, and so are beside each other. */
const shifted = (rows: string): string => rows.replaceAll(/ r="[A-Z]2"/g, '');
/** A row whose first cell has this style and value. */
const row = (style: number, days: number): string =>
  `<row><c r="A2" s="${style}"><v>${days}</v></c><c r="B2" s="3"><v>10.5</v></c><c r="C2" ` +
  't="inlineStr"><is><t>30</t></is></c><c r="D2"><v>5</v></c><c r="E2" ' +
  't="str"><f>1+1</f><v>20</v></c></row>';
/** Stands for 2024-12-12. */
const first = 45_638;

describe('an Excel workbook', () => {
  it('has its sheet read: texts, numbers, dates and empty cells', async () => {
    const rows = `${header}${row(1, first)}<row/>${row(1, first + 1)}`;
    for (const name of ['AAPL.xlsx', 'AAPL.csv']) {
      const read = await init({ [name]: workbook({ rows }) });
      expect(read.report.errors).toEqual([]);
      expect(read.rows).toEqual([
        ['AAPL', '2024-12-12', 10.5, 30, 5, 20, NaN],
        ['AAPL', '2024-12-13', 10.5, 30, 5, 20, NaN],
      ]);
    }
  });

  it('may count from 1904, and have clock times', async () => {
    const properties = '<workbookPr date1904="1"/>';
    const since1904 = await init({
      'A.xlsx': workbook({ rows: header + row(1, first - 1462), properties }),
    });
    expect(since1904.rows.map(([, day]) => day)).toEqual(['2024-12-12']);
    const minutes = [0, 1, 2, 3].map((at) => row(2, first + (14 * 60 + 30 + at) / 1440));
    const intraday = await init({ 'BTC-USD.xlsx': workbook({ rows: header + minutes.join('') }) });
    expect(intraday.rows.map(([, at]) => at)).toEqual(
      [31, 32, 33, 34].map((minute) => `2024-12-12T14:${minute}:00Z`),
    );
  });

  it('may have clock times in a column of their own, which are parts of a day', async () => {
    const clock = (at: number): string =>
      row(1, first).replace('<c r="B2"', `<c r="B2" s="4"><v>${at / 1440}</v></c><c r="C2"`);
    const titles = ['Date', 'Time', 'Open', 'High', 'Low', 'Close'];
    const times = [570, 571, 572].map(clock).join('');
    const rows = plainRow(titles) + shifted(times);
    const read = await init({ 'BTC-USD.xlsx': workbook({ rows }) });
    expect(read.rows.map(([, at]) => at)).toEqual(
      [31, 32, 33].map((minute) => `2024-12-12T09:${minute}:00Z`),
    );
  });

  it('may have empty rows, a formula with its value, and texts with their reading', async () => {
    const reading = '<row><c t="inlineStr"><is><t>Date</t><rPh><t>x</t></rPh></is></c>';
    const names = ['Open', 'High', 'Low', 'Close'].map(
      (name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`,
    );
    const formula = row(1, first + 1).replace('<c r="A2" s="1">', '<c s="1"><f>A2+1</f>');
    const rows =
      `${reading}${names.join('')}</row><row ` + `r="3"/>${row(1, first)}<row><c/></row>${formula}`;
    const read = await init({ 'A.xlsx': workbook({ rows }) });
    expect(read.rows.map(([, day]) => day)).toEqual(['2024-12-12', '2024-12-13']);
  });

  it.each([
    [
      'several sheets',
      workbook({ rows: header, sheets: ['A', 'B'] }),
      'A.xlsx: the workbook has not one sheet; expected one sheet; ' +
        'save the sheet with the prices as CSV; found "A", "B"',
    ],
    [
      'a broken sheet',
      workbook({ rows: '<row><c></row>' }),
      'A.xlsx: xl/worksheets/sheet1.xml row 1: the workbook cannot be read',
    ],
    [
      'a cell beyond the last column',
      workbook({ rows: `${header}<row r="7"><c r="XFE7"><v>1</v></c></row>` }),
      'sheet1.xml row 7: the workbook cannot be read; expected cells up to column XFD (16384); ' +
        'save the sheet as CSV; found "XFE7"',
    ],
    [
      'a cell without a place',
      workbook({ rows: '<row><c r="1A"><v>1</v></c></row>' }),
      'row 1: the workbook cannot be read; expected cells up to column XFD (16384)',
    ],
    [
      'a cell that is there twice',
      workbook({ rows: '<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>' }),
      'cell A1: the workbook cannot be read; expected each cell once, and from left to right',
    ],
    [
      'a long text in a cell',
      workbook({ rows: `${header}<row><c r="C2" t="str"><v>${'x'.repeat(40_000)}</v></c></row>` }),
      'cell C2: the workbook cannot be read; expected at most 32767 characters in a cell',
    ],
    [
      'a text without an end',
      workbook({ rows: `<row><c r="C2"><v>${'1'.repeat(1_300_000)}</v></c></row>` }),
      'cell C1: the workbook cannot be read; expected at most 1048576 characters between two tags',
    ],
    [
      'a long name of a tag',
      workbook({ rows: `<${'x'.repeat(1_300_000)}/>` }),
      'sheet1.xml: the workbook cannot be read; expected at most 1048576 characters between',
    ],
    [
      'tags inside each other',
      workbook({ rows: '<a>'.repeat(1000) }),
      'sheet1.xml: the workbook cannot be read; expected tags at most 100 deep',
    ],
    [
      'a long row',
      workbook({
        rows: `<row>${`<c t="str"><v>${'x'.repeat(30_000)}</v></c>`.repeat(40)}</row>`,
      }),
      'cell AI1: the workbook cannot be read; expected at most 1048576 characters in a row',
    ],
    [
      'a long shared text',
      workbook({ rows: header, text: 'x'.repeat(40_000) }),
      'xl/sharedStrings.xml: the workbook cannot be read; expected at most 32767 characters in ' +
        'a text',
    ],
    [
      'a text that it does not have',
      workbook({ rows: '<row><c t="s"><v>99</v></c></row>' }),
      'cell A1: the workbook cannot be read; expected the number of one of 7 texts; ' +
        'save the sheet as CSV; found "99"',
    ],
    [
      'a formula without a value',
      workbook({ rows: `${header}<row><c r="B2"><f>A2+1</f></c></row>` }),
      'cell B2: the workbook cannot be read; expected formulas with their values: ' +
        'open the workbook in Excel and save it',
    ],
    [
      'no sheet where it should be',
      workbook({ rows: header, target: 'worksheets/other.xml' }),
      'A.xlsx: xl/worksheets/other.xml: the workbook cannot be read',
    ],
  ])('with %s is refused, and nothing of it is left', async (_, bytes, message) => {
    const path = folder({ 'A.xlsx': bytes });
    await expect(initDataset([join(path, 'A.xlsx')], join(path, 'out'))).rejects.toThrow(message);
    expect(readdirSync(path)).toEqual(['A.xlsx']);
  });

  it.each<[Partial<WorkbookBounds>, string]>([
    [{ rows: 1 }, 'sheet1.xml row 2: the workbook cannot be read; expected at most 1 rows'],
    [
      { sheetChars: 50 },
      'row 2: the workbook cannot be read; expected at most 50 characters in the sheet',
    ],
    [{ texts: 3 }, 'sharedStrings.xml: the workbook cannot be read; expected at most 3 texts'],
    [
      { textChars: 10 },
      'sharedStrings.xml: the workbook cannot be read; expected at most 10 characters',
    ],
    [{ sheetBytes: 100 }, 'sheet1.xml: the unpacked file is too large; expected at most 100 bytes'],
    [{ partBytes: 100 }, 'workbook.xml: the unpacked file is too large; expected at most 100'],
    [
      { textBytes: 100 },
      'sharedStrings.xml: the unpacked file is too large; expected at most 100 bytes',
    ],
  ])('is refused beyond each bound: %o', async (bounds, message) => {
    const rows = `${header}${row(1, first)}`;
    const path = folder({ 'A.xlsx': workbook({ rows }) });
    const written = withZip(join(path, 'A.xlsx'), 'A.xlsx', (members) => {
      const parts = { members, where: 'A.xlsx', scratch: join(path, 'part') };
      return eachSheetRow(parts, () => undefined, bounds);
    });
    await expect(written).rejects.toThrow(message);
    expect(existsSync(join(path, 'part'))).toBe(false);
  });

  it.each<[string, string, 1900 | 1904, string]>([
    ['a date', '45638', 1900, '2024-12-12'],
    ['the first date', '1', 1900, '1900-01-01'],
    ['the day before the one that there was not', '59', 1900, '1900-02-28'],
    ['the day that there was not', '60', 1900, '60'],
    ['the day after it', '61', 1900, '1900-03-01'],
    ['a date of the other system', '44176', 1904, '2024-12-12'],
    ['a date and a time', '45638.604166666664', 1900, '2024-12-12 14:30:00'],
    ['a time just before the next minute', '0.39652777777777776', 1900, '09:31:00'],
    ['midnight', '0', 1900, '00:00:00'],
    ['a day before the first', '-1', 1900, '-1'],
    ['a text', 'x', 1900, 'x'],
  ])('has %s by the number %s of the system of %i', (_, value, system, text) => {
    expect(dateText(value, system)).toBe(text);
  });

  it.each([
    ['yyyy\\-mm\\-dd', true],
    ['[$-409]d\\-mmm\\-yyyy;@', true],
    ['[h]:mm:ss', true],
    ['#,##0.00 "days"', false],
    ['[Red]0.00', false],
    ['_-* #,##0.00_d', false],
    ['0.00\\s', false],
  ])('has dates in the format %s: %s', (code, isDate) => {
    expect(isDateFormat('164', code)).toBe(isDate);
  });
});
