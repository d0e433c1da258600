/** Reports on disk as lines of a script: ratings, models and names. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { submitReport } from '../submit/submit-report.js';
import { importedReports } from './import-reports.js';

function folder(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'tapefold-import-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const own = { model: 'Some.Model', price: 0 };
const run = 'report_generation_ALDR_m';
const report = `${run}/report_generation_ALDR_20231103_m.md`;
const records = (recommended_action: string): string =>
  JSON.stringify([{ date: '2023-11-03', recommended_action }]);

describe('reports as lines', () => {
  it('are sorted by date and symbol, with the ratings and symbols of their records', async () => {
    const root = folder();
    for (const [symbol, date, action] of [
      ['BRK.B', '2023-11-10', 'SELL'],
      ['ALDR', '2023-11-10', 'HOLD'],
      ['BRK.B', '2023-11-03', 'STRONG_BUY'],
    ] as const)
      await submitReport({ ...own, symbol, date, action, body: `# On ${symbol}` }, root);
    const lines = [
      { date: '2023-11-03', symbol: 'BRK.B', rating: 'STRONG_BUY', report: '# On BRK.B\n' },
      { date: '2023-11-10', symbol: 'ALDR', rating: 'HOLD', report: '# On ALDR\n' },
      { date: '2023-11-10', symbol: 'BRK.B', rating: 'SELL', report: '# On BRK.B\n' },
    ];
    expect(importedReports(root)).toEqual({ lines, differing: [] });
    const one = join(root, 'report_generation_BRK_B_some_model');
    expect(importedReports(one).lines).toEqual([lines[0], lines[2]]);
  });

  it('have rating and symbol of the report when there is no record', () => {
    const text = '# R\n\n**Symbol:** BRK.B\n\n**Rating:** SELL\n';
    const name = 'report_generation_BRK_B_m/report_generation_BRK_B_20231103_m.md';
    const line = { date: '2023-11-03', symbol: 'BRK.B', rating: 'SELL', report: text };
    expect(importedReports(folder({ [name]: text })).lines).toEqual([line]);
    const other = folder({
      [name]: text,
      'report_generation_BRK_B_m.json': '[{"date":"2023-11-10","recommended_action":"BUY"}]',
    });
    expect(importedReports(other).lines).toEqual([line]);
  });

  it('have the rating of the record where the report states another one', () => {
    const root = folder({ [report]: '**Rating:** SELL\n', [`${run}.json`]: records('BUY') });
    const { lines, differing } = importedReports(root);
    expect(lines.map(({ rating }) => rating)).toEqual(['BUY']);
    expect(differing).toEqual([join(root, report)]);
  });

  it('are those of the model that is named', async () => {
    const root = folder();
    const base = { symbol: 'ALDR', date: '2023-11-03', price: 0, body: '# R' };
    await submitReport({ ...base, model: 'One', action: 'BUY' }, root);
    await submitReport({ ...base, model: 'Two.5', action: 'SELL' }, root);
    expect(() => importedReports(root)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('several models'),
        where: root,
        expected: '--model <name> with one of them',
        found: expect.stringContaining('one, two_5'),
      }),
    );
    expect(importedReports(root, 'Two.5').lines).toMatchObject([{ rating: 'SELL' }]);
    expect(importedReports(root, 'one').lines).toMatchObject([{ rating: 'BUY' }]);
    expect(() => importedReports(root, 'three')).toThrow('no report is from the model');
  });

  it.each<[string, Record<string, string>, string, string]>([
    [
      'neither has a rating',
      { [report]: '# R\n' },
      'none in the report, and no record',
      'STRONG_BUY',
    ],
    [
      'the rating of the record is invalid',
      { [report]: '# R\n', [`${run}.json`]: records('ACCUMULATE') },
      'ACCUMULATE',
      'STRONG_BUY',
    ],
    ['the report is empty', { [report]: '', [`${run}.json`]: records('BUY') }, '0 characters', '1'],
    [
      'the report is too long',
      { [report]: 'x'.repeat(200_001), [`${run}.json`]: records('BUY') },
      '200001 characters',
      '200000',
    ],
  ])('are refused by name where %s', (_, files, found, expected) => {
    const root = folder(files);
    expect(() => importedReports(root)).toThrow(
      expect.objectContaining({
        where: join(root, report),
        found: expect.stringContaining(found),
        expected: expect.stringContaining(expected),
      }),
    );
  });

  it('are empty for a folder without reports', () => {
    expect(() => importedReports(folder())).toThrow('no reports found');
  });
});
