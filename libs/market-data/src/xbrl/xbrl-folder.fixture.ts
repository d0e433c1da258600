/** Folders of small filing packages, for specs. */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const twoPackages: Readonly<Record<string, string>> = {
  'XBRL/10k-abc-20230930/abc-20230930_htm.xml': '<xbrl>abc</xbrl>',
  'XBRL/10k-abc-20230930/abc-20230930_cal.xml': '<linkbase/>',
  'XBRL/10q-x-y-20240331/x-y.xsd': '<schema/>',
  'XBRL/10q-x-y-20240331/x-y_htm.xml': '<xbrl>x-y</xbrl>',
  'us-gaap/2023/us-gaap-2023.xsd': '<schema>2023</schema>',
  'us-gaap/2023/concepts.jsonl': '{"concept":"us-gaap:Assets"}\n',
  'us-gaap/2023/stm/assets-cal.xml': '<linkbase>stm</linkbase>',
};

export const acceptedTimes = [
  { filing: '10k-abc-20230930', accepted_at: '2023-11-02T18:08:27-04:00' },
  { filing: '10q-x-y-20240331', accepted_at: '2024-05-02T20:00:00Z' },
];

const asked = { concept_id: 'us-gaap:Assets', period: '2023-09-30' };

/** Two cases with solutions, of which the second filing does not exist. */
export const twoCases = [
  {
    id: 'one',
    filing_name: '10k',
    ticker: 'abc',
    issue_time: '20230930',
    ...asked,
    category: 'A-consistent',
    expected_extracted: '17',
    expected_calculated: '18',
    accept_calculated: ['18', '-18'],
    rationale: 'secret reasons',
    details: { case: 'A' },
  },
  {
    id: 'two',
    filing_name: '10k',
    ticker: 'nope',
    issue_time: '20230930',
    ...asked,
    expected_found: false,
    expected_extracted: null,
    expected_calculated: null,
  },
];

export const jsonl = (values: readonly object[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

/** A temporary folder with files by their paths. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'xbrl-folder-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
