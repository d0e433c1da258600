/** Names of report files, and records in both forms. */

import { describe, expect, it } from 'vitest';
import {
  parseReportRecords,
  reportFileName,
  reportNameIn,
  reportRunName,
} from './herculean-report-result.js';

describe('names of reports', () => {
  it.each([
    ['TSLA', 'Claude_Opus-4', 'TSLA_20260102_claude_opus-4', 'claude_opus-4'],
    ['BRK.B', 'GPT-4.1', 'BRK_B_20260102_gpt-4_1', 'gpt-4_1'],
    ['TSLA', 'opus_20250514', 'TSLA_20260102_opus_20250514', 'opus_20250514'],
  ])('of %s by %s are read again', (symbol, model, rest, inName) => {
    const name = { symbol, model, date: '2026-01-02' };
    expect(reportFileName(name)).toBe(`report_generation_${rest}.md`);
    const parts = { ...name, symbol: symbol.replace('.', '_'), model: inName };
    expect(reportNameIn(reportFileName(name))).toEqual(parts);
    expect(reportRunName(parts)).toBe(reportRunName(name));
  });

  it.each(['report_generation_TSLA_2026010_m.md', 'trading_TSLA_20260102_m.md', 'notes.md'])(
    '%s is invalid',
    (name) => {
      expect(reportNameIn(name)).toBeUndefined();
    },
  );
});

describe('records of reports', () => {
  const records = [{ date: '2026-01-02', recommended_action: 'BUY', price: 0 }];

  it('are a list, or in an object', () => {
    expect(parseReportRecords(records, 'file').recommendations).toEqual(records);
    const whole = { status: 'in_progress', symbol: 'TSLA', recommendations: records };
    expect(parseReportRecords(whole, 'file')).toEqual(whole);
  });

  it('have a date each, once', () => {
    const twice = () => parseReportRecords([...records, ...records], 'file');
    expect(twice).toThrow('a second record for the same date');
    expect(() => parseReportRecords({ records }, 'file')).toThrow('a HERCULEAN list of reports');
  });
});
