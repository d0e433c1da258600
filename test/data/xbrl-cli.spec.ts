/**
 * `tapefold xbrl` on real filings: facts, a total that is off in an altered copy, and the
 * checks of Arelle.
 */

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tapefoldProcess } from '../e2e/command-line.fixture.js';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set', 'xbrl');
const filing = (name: string): string => join(data, 'XBRL', name);

interface Report {
  readonly mode: string;
  readonly checked: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly inconsistencies: readonly { readonly concept: string; readonly role: string }[];
}
type Entries = readonly { readonly concept: string; readonly role: string }[];
const arelle = JSON.parse(
  readFileSync(join(data, 'expected/arelle-calc.json'), 'utf8'),
) as Readonly<Record<string, { readonly calc10: Entries; readonly calc11: Entries }>>;

describe('facts of 10q-nflx-20100930', () => {
  it('has total assets at both ends', async () => {
    const words = ['--concept', 'us-gaap_Assets', '--csv'];
    const { code, out, err } = await tapefoldProcess(
      'xbrl',
      'facts',
      filing('10q-nflx-20100930'),
      ...words,
    );
    expect(code, err).toBe(0);
    expect(
      out
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 4)),
    ).toEqual([
      ['us-gaap:Assets', '2010-09-30', '', '770283000'],
      ['us-gaap:Assets', '2009-12-31', '', '679734000'],
    ]);
  });
});

describe('tree of 10k-fizzc1-20200502', () => {
  it('shows the total that was altered', async () => {
    const words = ['--concept', 'us-gaap:AssetsCurrent', '--json'];
    const { code, out, err } = await tapefoldProcess(
      'xbrl',
      'tree',
      filing('10k-fizzc1-20200502'),
      ...words,
    );
    expect(code, err).toBe(0);
    const [tree] = JSON.parse(out) as { period: string; rows: Record<string, unknown>[] }[];
    expect(tree?.period).toBe('2020-05-02');
    expect(tree?.rows[0]).toMatchObject({
      concept: 'us-gaap:AssetsCurrent',
      reported: '460712000',
      computed: '1032050000',
      difference: '-571338000',
    });
  });
});

describe('check', () => {
  it.each(['10q-nflx-20100930', '10k-fizzc1-20200502', '10k-aapl-20230930', '10q-gahc-20240930'])(
    'finds in %s what Arelle finds, and exits by it',
    async (name) => {
      const { code, out } = await tapefoldProcess(
        'xbrl',
        'check',
        filing(name),
        '--mode',
        'all',
        '--json',
      );
      const reports = JSON.parse(out) as Report[];
      const found = reports.map(({ inconsistencies }) =>
        inconsistencies.map(({ concept, role }) => `${concept} ${role}`).toSorted(),
      );
      const { calc10, calc11 } = arelle[name]!;
      const expected = [calc10, calc11].map((entries) =>
        entries.map(({ concept, role }) => `${concept} ${role}`).toSorted(),
      );
      expect(found.slice(0, 2)).toEqual(expected);
      expect(code).toBe(found.flat().length > 0 ? 1 : 0);
      for (const { counts, checked } of reports) {
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(checked);
      }
    },
  );
});
