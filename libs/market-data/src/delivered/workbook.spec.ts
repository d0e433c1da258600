/** Tests of Excel workbooks: cells of all types, dates by their style, and workbooks that are not read. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { init } from '../init/init-dataset.fixture.js';
import { initDataset } from '../init/init-dataset.js';
import { folder } from '../open/vendor-exports.fixture.js';
import { zipOf } from './zip.fixture.js';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const related = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const texts = ['Date', 'Open', 'High', 'Low', 'Close']
  .map((text) => `<si><t>${text}</t></si>`)
  .join('');

interface Parts {
  readonly rows: string;
  readonly sheets?: readonly string[];
  readonly properties?: string;
}

/** A workbook whose style 1 is a date, 2 a date with a clock time, and 3 a number with a color. */
function workbook({ rows, sheets = ['Prices'], properties = '' }: Parts): Buffer {
  const list = sheets.map((name, at) => `<sheet name="${name}" sheetId="${at}" r:id="r${at}"/>`);
  const parts = {
    'xl/workbook.xml': `<workbook ${main} ${related}>${properties}<sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r0" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst ${main}>${texts}<si><r><t>Vol</t></r><r><t>ume</t></r></si></sst>`,
    'xl/styles.xml':
      `<styleSheet ${main}><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/>` +
      '<numFmt numFmtId="165" formatCode="[Red]0.00&quot;days&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
  };
  return zipOf(Object.entries(parts).map(([name, content]) => ({ name, content })));
}

const header = `<row r="1">${[0, 1, 2, 3, 4, 5].map((at) => `<c t="s"><v>${at}</v></c>`).join('')}</row>`;
/** A row whose first cell has this style and value. */
const row = (style: number, days: number): string =>
  `<row><c r="A2" s="${style}"><v>${days}</v></c><c r="B2" s="3"><v>10.5</v></c><c r="C2" t="inlineStr">` +
  '<is><t>30</t></is></c><c r="D2"><v>5</v></c><c r="E2" t="str"><f>1+1</f><v>20</v></c></row>';
/** Of 2024-12-12. */
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
      'A.xlsx: xl/worksheets/sheet1.xml: the workbook cannot be read',
    ],
  ])('with %s is refused', async (_, bytes, message) => {
    const path = folder({ 'A.xlsx': bytes });
    await expect(initDataset([join(path, 'A.xlsx')], join(path, 'out'))).rejects.toThrow(message);
    expect(existsSync(join(path, 'out'))).toBe(false);
  });
});
