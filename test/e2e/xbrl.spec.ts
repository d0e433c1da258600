/** `tapefold xbrl`: facts, totals and inconsistencies of a filing, and what is refused. */

import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold, type Ended } from './command-line.fixture.js';
import { filingIn, instanceText } from './filing.fixture.js';

const json = ({ out }: Ended): unknown => JSON.parse(out);
const words = (line: string): string[] => line.trim().split(/\s{2,}/);

describe('facts', () => {
  it('lists the facts as the filing writes them, in a table', async () => {
    const { code, out, err } = await tapefold('xbrl', 'facts', filingIn(folder()));
    expect([code, err]).toEqual([0, '8 of 8 facts\n']);
    expect(out.trimEnd().split('\n').map(words)).toEqual([
      ['concept', 'period', 'dimensions', 'value', 'unit', 'decimals', 'context'],
      ['m:Assets', '2023-09-30', '110', 'usd', '0', 'now'],
      ['m:Assets', '2022-09-30', '90', 'usd', '0', 'before'],
      ['m:Cash', '2023-09-30', '70', 'usd', '0', 'now'],
      ['m:Cash', '2022-09-30', '90', 'usd', '0', 'before'],
      ['m:Cash', '2023-09-30', 'm:RegionAxis=m:NorthMember', '15', 'usd', '0', 'north'],
      ['m:Allowance', '2023-09-30', '-.50', 'usd', '2', 'now'],
      ['m:Inventory', '2023-09-30', 'nil', 'usd', 'now'],
      ['m:Note', '2023-07-01/2023-09-30', 'Sold, "as is"', 'quarter'],
    ]);
  });

  it.each([
    ['a concept', ['--concept', 'm_Assets'], ['now', 'before']],
    ['a part of its name', ['--concept', 'CAS'], ['now', 'before', 'north']],
    ['an instant', ['--period', '2022-09-30'], ['before', 'before']],
    ['a quarter', ['--period', 'Q3 2023'], ['quarter']],
    ['a duration', ['--period', '2023-07-01 to 2023-09-30'], ['quarter']],
    ['a year', ['--period', 'FY2023'], []],
    ['a member', ['--member', 'north'], ['north']],
    ['no member', ['--member', 'none', '--concept', 'm:Cash'], ['now', 'before']],
  ])('keeps those of %s', async (_, options, contexts) => {
    const ended = await tapefold('xbrl', 'facts', filingIn(folder()), ...options, '--json');
    expect(ended.err).toBe(`${contexts.length} of 8 facts\n`);
    const rows = ended.out.split('\n').filter((line) => line !== '');
    expect(rows.map((row) => (JSON.parse(row) as { context: string }).context)).toEqual(contexts);
  });

  it('prints JSON with lines, and CSV that a spreadsheet reads', async () => {
    const path = filingIn(folder());
    const north = await tapefold('xbrl', 'facts', path, '--member', 'm:NorthMember', '--json');
    expect(json(north)).toEqual({
      concept: 'm:Cash',
      period: '2023-09-30',
      value: '15',
      unit: 'usd',
      decimals: '0',
      dimensions: { 'm:RegionAxis': 'm:NorthMember' },
      context: 'north',
      line: 16,
    });
    const note = await tapefold('xbrl', 'facts', path, '--concept', 'Note', '--csv');
    expect(note.out).toBe(
      'concept,period,dimensions,value,unit,decimals,context\n' +
        'm:Note,2023-07-01/2023-09-30,,"Sold, ""as is""",,,quarter\n',
    );
  });
});

it('prints the facts of an instance that is large', async () => {
  const fact = '<m:Cash contextRef="now" unitRef="usd" decimals="0">7</m:Cash>\n';
  const large = instanceText.replace('</xbrl>', `${fact.repeat(150_000)}</xbrl>`);
  const path = filingIn(folder(), { 'm_htm.xml': large });
  const { code, out, err } = await tapefold('xbrl', 'facts', path, '--concept', 'm:Cash');
  expect([code, err]).toEqual([0, '150003 of 150008 facts\n']);
  expect(out.trimEnd().split('\n')).toHaveLength(150_004);
});

describe('tree', () => {
  it('draws totals and parts with values, differences and what is missing', async () => {
    const path = filingIn(folder());
    const { code, out } = await tapefold('xbrl', 'tree', path);
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'http://example.com/role/Sheet  1 - Statement - Balance sheet',
      '  2023-09-30         reported  computed  difference',
      '  m:Assets            110      70.5      39.5',
      '  ├─ +1 m:Cash         70',
      '  ├─ -1 m:Allowance  -0.5',
      '  └─ +1 m:Inventory  missing',
      '',
    ]);
    const before = await tapefold('xbrl', 'tree', path, '--period', '2022-09-30', '--labels');
    expect(before.out.split('\n').slice(1, 4)).toEqual([
      '  2022-09-30          reported  computed  difference',
      '  m:Assets            90        90        0',
      '  ├─ +1 Cash at hand  90',
    ]);
  });

  it('lists roles, and finds one by a part of it or by a total', async () => {
    const path = filingIn(folder());
    const role = 'http://example.com/role/Sheet';
    const definition = '1 - Statement - Balance sheet';
    const roles = await tapefold('xbrl', 'tree', path, '--roles', '--json');
    expect(json(roles)).toEqual([{ role, definition, totals: 1 }]);
    for (const choice of [
      ['--role', 'balance'],
      ['--role', 'sheet'],
      ['--concept', 'm_Assets'],
    ]) {
      const found = json(await tapefold('xbrl', 'tree', path, ...choice, '--json'));
      expect(found).toMatchObject([{ role, period: '2023-09-30', rows: { length: 4 } }]);
    }
    const [tree] = json(await tapefold('xbrl', 'tree', path, '--json')) as { rows: object[] }[];
    expect(tree?.rows[1]).toEqual({
      concept: 'm:Cash',
      label: 'Cash at hand',
      depth: 1,
      isRepeated: false,
      weight: '1',
      reported: '70',
      computed: null,
      difference: null,
    });
  });

  it.each([
    ['a role that is not there', ['--role', 'cash flow'], '--role: no such network'],
    ['a part without parts', ['--concept', 'm:Cash'], '--concept: no such network'],
    ['an invalid period', ['--period', '2023'], 'period: not a period'],
  ])('refuses %s', async (_, options, says) => {
    const ended = await tapefold('xbrl', 'tree', filingIn(folder()), ...options);
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toContain(says);
  });
});

describe('check', () => {
  it('prints totals that are off, counts the others, and exits with 1', async () => {
    const { code, out } = await tapefold('xbrl', 'check', filingIn(folder()));
    expect(code).toBe(1);
    const [, row, summary] = out.split('\n');
    expect(words(row!)).toEqual([
      'm:Assets',
      '2023-09-30',
      '110',
      '70.5',
      '39.5',
      '1 of 3',
      '12',
      'Sheet',
    ]);
    expect(summary).toBe('1.1-round: 2 totals checked: 1 consistent, 1 inconsistent');
  });

  it('says what is compared by each mode as JSON', async () => {
    const ended = await tapefold('xbrl', 'check', filingIn(folder()), '--mode', 'all', '--json');
    const reports = json(ended) as { mode: string; inconsistencies: object[] }[];
    expect(reports.map(({ mode }) => mode)).toEqual(['1.0', '1.1-round', '1.1-truncate']);
    expect(reports[0]).toEqual({
      mode: '1.0',
      checked: 2,
      counts: { consistent: 1, inconsistent: 1 },
      inconsistencies: [
        {
          concept: 'm:Assets',
          role: 'http://example.com/role/Sheet',
          line: 12,
          period: '2023-09-30',
          dimensions: {},
          missing: ['m:Inventory'],
          reported: '110',
          computed: '70',
          difference: '40',
          parts: [
            { concept: 'm:Cash', weight: '1', value: '70', line: 14 },
            { concept: 'm:Allowance', weight: '-1', value: '-0.5', line: 17 },
          ],
        },
      ],
    });
  });

  it('exits with 0 when all totals add up', async () => {
    const mended = instanceText.replace('>110<', '>71<').replace('-.50', '-1');
    const ended = await tapefold('xbrl', 'check', filingIn(folder(), { 'm_htm.xml': mended }));
    expect([ended.code, ended.err]).toEqual([0, '']);
    expect(ended.out).toBe('1.1-round: 2 totals checked: 2 consistent, 0 inconsistent\n');
  });
});

describe('refused', () => {
  const entity = '<!DOCTYPE xbrl [<!ENTITY a "aaaa">]>';
  it.each([
    [
      'XBRL inside HTML',
      { 'm_htm.xml': '', 'm.htm': '<html/>' },
      'm.htm, line 1: this is XBRL inside HTML',
    ],
    ['entities', { 'm_htm.xml': `${entity}${instanceText}` }, 'm_htm.xml, line 1: a DOCTYPE'],
    ['a zip', { 'm_htm.xml': 'PK\u0003\u0004' }, 'm_htm.xml, line 1'],
    ['half a file', { 'm_htm.xml': instanceText.slice(0, 900) }, 'm_htm.xml, line'],
    ['no instance', { 'm_htm.xml': '' }, 'no instance; expected one file *_htm.xml'],
    ['two instances', { 'n_htm.xml': instanceText }, 'found m_htm.xml, n_htm.xml'],
    [
      'no calculation',
      { 'm_cal.xml': '' },
      'no calculation network; expected a linkbase *_cal.xml',
    ],
    [
      'an unknown context',
      { 'm_htm.xml': instanceText.replace('"before" unit', '"x" unit') },
      'm_htm.xml, line 13',
    ],
  ])('%s', async (_, other, says) => {
    const ended = await tapefold('xbrl', 'check', filingIn(folder(), other));
    expect([ended.code, ended.out]).toEqual([2, '']);
    expect(ended.err).toContain(says);
  });

  it('a link out of the folder, and a folder that is not there', async () => {
    const directory = folder();
    const path = filingIn(directory, { 'm_htm.xml': '' });
    symlinkSync(file(directory, 'secret.xml', instanceText), join(path, 'm_htm.xml'));
    const linked = await tapefold('xbrl', 'facts', path);
    expect([linked.code, linked.out]).toEqual([2, '']);
    expect(linked.err).toContain('m_htm.xml: a link leads out of its folder');
    const none = await tapefold('xbrl', 'facts', join(directory, 'none'));
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('no such filing')]);
  });
});
