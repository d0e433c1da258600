/** A folder of filing packages on the command line: what it holds, and what is wrong with it. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { file, folder, tapefold } from './command-line.fixture.js';

/** A folder with one package, a taxonomy year and a file of cases. */
function filings(cases: string): string {
  const path = folder();
  const inside = (name: string): string => {
    mkdirSync(join(path, name), { recursive: true });
    return join(path, name);
  };
  file(inside('XBRL/10k-abc-20230930'), 'abc_htm.xml', '<xbrl/>');
  file(inside('XBRL/10k-abc-20230930'), 'abc_cal.xml', '<linkbase/>');
  file(inside('us-gaap/2023'), 'us-gaap-2023.xsd', '<schema/>');
  file(path, 'cases.jsonl', cases);
  return path;
}

describe('tapefold data check of filing packages', () => {
  it('says how many packages, files and taxonomies there are', async () => {
    const { code, out, err } = await tapefold('data', 'check', filings(''));
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('  1 package of 2 files, 0.0 MB with taxonomies\n  taxonomies: 2023\n');
    expect(out).toContain('no errors');
  });

  it('names file, line and member of a broken case, and quotes none', async () => {
    const line = JSON.stringify({ id: 'one', ticker: 'abc', expected_extracted: 'secret' });
    const { code, out, err } = await tapefold('data', 'check', `${filings(line)}#cases.jsonl`);
    expect(code).toBe(2);
    expect(err).toMatch(/^InvalidInput: cases\.jsonl line 1: filing_name: /);
    expect(out + err).not.toContain('secret');
  });
});
