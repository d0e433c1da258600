/**
 * All of the XBRL 2.1 conformance suite: what an audit relies on is right, and the page
 * lists what is not.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import {
  conformancePage,
  isReliedOn,
  judged,
  pagePath,
  scope,
  type Judged,
  type JudgedCase,
} from './xbrl-conformance/page.fixture.js';
import { testCaseAt, testCases } from './xbrl-conformance/variations.fixture.js';
import { verdictOn } from './xbrl-conformance/verdict.fixture.js';

const cases = testCases();
/** A test case that the index leaves out. */
const decimals = testCaseAt('Common/200-linkbase/232-ArcsUsingNonCanonicalDecimal.xml');

const judgedCases: JudgedCase[] = [];
const verdicts = new Map<string, Judged & { readonly reasons: readonly string[] }>();
beforeAll(async () => {
  for (const testCase of [...cases, decimals]) {
    const variations = [];
    for (const variation of testCase.variations) {
      const { found, reasons } = await verdictOn(variation);
      variations.push(judged(variation, found));
      verdicts.set(variation.name, { ...judged(variation, found), reasons });
    }
    if (testCase !== decimals) judgedCases.push({ ...testCase, variations });
  }
});

it('has the 548 variations of 55 test cases that the index lists', () => {
  const all = cases.flatMap(({ variations }) => variations);
  expect(cases).toHaveLength(55);
  expect(new Set(all.map(({ name }) => name)).size).toBe(548);
  expect(all.filter(({ entries }) => entries.length === 0)).toEqual([]);
});

const relied = cases
  .map((of) => ({ ...of, variations: of.variations.filter((each) => isReliedOn(of, each)) }))
  .filter(({ variations }) => variations.length > 0);

describe.each([...relied, decimals])('$name', ({ variations }) => {
  it.each(variations)('$id is $expected', ({ name, expected }) => {
    const { found, reasons } = verdicts.get(name)!;
    expect(found, reasons.join('\n')).toBe(expected);
  });
});

it('names only test cases and variations of the suite, each once', () => {
  const names = new Set(cases.flatMap(({ variations }) => variations.map(({ name }) => name)));
  const { reliedOn, notReliedOn, xmlSchema, notChecked } = scope;
  const unknown = [...Object.keys(notReliedOn), ...Object.keys(xmlSchema)];
  expect(unknown.filter((name) => !names.has(name))).toEqual([]);
  const caseNames = [...Object.keys(reliedOn), ...Object.keys(notChecked)];
  expect(caseNames.filter((name) => !cases.some((of) => of.name === name))).toEqual([]);
});

it('says what is missing for each test case with a wrong verdict', () => {
  const wrong = judgedCases.filter(({ variations }) =>
    variations.some(({ standing }) => standing === 'wrong'),
  );
  expect(wrong.map(({ name }) => name)).toEqual(
    judgedCases.map(({ name }) => name).filter((name) => scope.notChecked[name] !== undefined),
  );
});

it('is what the page says', async () => {
  await expect(await conformancePage(judgedCases)).toMatchFileSnapshot(pagePath);
});
