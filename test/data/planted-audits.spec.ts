/** Planted errors are one a copy, and what an audit extracts is what the copy has. */

import {
  createReadStream,
  globSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDimensional, localOf, namespaceOf, periodKey, readInstance } from '#xbrl';
import { plantAudits, plantedErrors, type PlantedCase } from './planted-audits.js';

const root = process.env['TAPEFOLD_DATA'];
if (root === undefined) throw new Error('set TAPEFOLD_DATA to the folder of the reference data');
const data = join(root, 'xbrl');

const out = mkdtempSync(join(tmpdir(), 'tapefold-planted-'));
afterAll(() => rmSync(out, { recursive: true }));

let cases: readonly PlantedCase[] = [];
beforeAll(() => {
  cases = plantAudits(data, out, 'planted');
});

const folderOf = ({ filing_name, ticker, issue_time }: PlantedCase): string =>
  `${filing_name}-${ticker}-${issue_time}`;
const originalOf = (planted: PlantedCase): string => folderOf(planted).replace(/p\d+-/, '-');

it('has a hundred cases, of each error sixteen or seventeen', () => {
  expect(cases).toHaveLength(100);
  const counts = plantedErrors.map(
    (error) => cases.filter(({ category }) => category === `planted-${error}`).length,
  );
  expect(counts).toEqual([17, 17, 17, 17, 16, 16]);
  expect(new Set(cases.map(originalOf)).size).toBeGreaterThan(5);
  const written = readFileSync(join(out, 'cases.jsonl'), 'utf8').trim().split('\n');
  expect(written.map((line) => JSON.parse(line) as PlantedCase)).toEqual(cases);
});

it('has the same cases by the same seed, and others by another', () => {
  const again = plantAudits(data, join(out, 'again'), 'planted');
  expect(again).toEqual(cases);
  expect(plantAudits(data, join(out, 'other'), 'other')).not.toEqual(cases);
});

it('changes one file a copy: the weights in the linkbase, anything else in the instance', () => {
  for (const planted of cases) {
    const copy = join(out, 'XBRL', folderOf(planted));
    const original = join(data, 'XBRL', originalOf(planted));
    const changed = readdirSync(original).filter(
      (file) => !readFileSync(join(copy, file)).equals(readFileSync(join(original, file))),
    );
    const ending = planted.category === 'planted-weight' ? '_cal.xml' : '_htm.xml';
    expect(changed).toEqual([expect.stringMatching(new RegExp(`${ending}$`))]);
  }
});

it('extracts the first fact of the copy without members', async () => {
  for (const planted of cases) {
    const file = globSync(join(out, 'XBRL', folderOf(planted), '*_htm.xml'))[0]!;
    const { facts, contexts, prefixes } = await readInstance(
      createReadStream(file),
      basename(file),
    );
    const values = facts.filter(({ concept, context }) => {
      const { period, ...rest } = contexts.get(context)!;
      const name = `${prefixes.get(namespaceOf(concept))}:${localOf(concept)}`;
      const dates = periodKey(period).replace('/', ' to ');
      return (
        name === planted.concept_id &&
        dates === planted.period &&
        !isDimensional({ period, ...rest })
      );
    });
    expect(values[0]?.text.trim() ?? '0').toBe(planted.expected_extracted);
    expect(planted.expected_calculated).toMatch(/^\d+(\.\d*[1-9])?$/);
  }
});
