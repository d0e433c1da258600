/** Names of packages and of instances, in the forms that filings have had since 2009. */

import { expect, it } from 'vitest';
import { instanceIn, instancesIn, packageKey, packageNameOf } from './package-files.js';

it.each([
  ['10k-aapl-20230930', '10k', 'aapl'],
  ['10-K-aapl-20230930', '10-K', 'aapl'],
  ['10-Q-brk-b-20240331', '10-Q', 'brk-b'],
  ['10-K405-old-20021231', '10-K405', 'old'],
  ['10-KT-abc-20230930', '10-KT', 'abc'],
  ['10-K-A-abc-20230930', '10-K-A', 'abc'],
  ['20-F-dual-20241231', '20-F', 'dual'],
  ['S-1-new-20240101', 'S-1', 'new'],
  ['10q-x-y-20240331', '10q', 'x-y'],
  // No ticker is left behind the form.
  ['8-K-20240331', '8', 'K'],
])('%s is a package of form %s and ticker %s', (name, form, ticker) => {
  expect(packageNameOf(name)).toEqual({ form, ticker, date: name.slice(-8) });
});

it.each(['drafts', '10k-aapl', '10k-aapl-2023093', '-aapl-20230930', '10k--20230930'])(
  '%s is no package',
  (name) => expect(packageNameOf(name)).toBeUndefined(),
);

it('has one key for the spellings of a form', () => {
  const keyOf = (name: string) => packageKey(packageNameOf(name)!);
  expect(keyOf('10-K-AAPL-20230930')).toBe(keyOf('10k-aapl-20230930'));
  expect(keyOf('10-K-aapl-20230930')).not.toBe(keyOf('10-Q-aapl-20230930'));
});

it.each([
  [['a_cal.xml', 'a_htm.xml', 'a-20170930.xml'], ['a_htm.xml']],
  [['aapl-20170930.xml', 'aapl-20170930_cal.xml', 'aapl-20170930.xsd'], ['aapl-20170930.xml']],
  [['FilingSummary.xml', 'R2.xml', 'own.xml', 'own_ref.xml'], ['own.xml']],
  [['own-20170930.xml', 'exhibit.xml'], ['own-20170930.xml']],
  [
    ['a-20170930.xml', 'b-20170930.xml'],
    ['a-20170930.xml', 'b-20170930.xml'],
  ],
  [['own_cal.xml', 'own.xsd', 'R1.xml'], []],
])('of %j, %j may be the instance', (names, expected) => {
  expect(instancesIn(names)).toEqual(expected);
  expect(instanceIn(names)).toBe(expected.length === 1 ? expected[0] : undefined);
});

it('takes the first of several that were extracted from HTML, as the published tools do', () => {
  expect(instanceIn(['a_htm.xml', 'b_htm.xml'])).toBe('a_htm.xml');
});
