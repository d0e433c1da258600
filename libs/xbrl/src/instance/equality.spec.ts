/** Equal contexts, units and facts by the rules of 4.10. */

import { describe, expect, it } from 'vitest';
import type { KindOf } from './content.js';
import { contextKey, isDimensional, unitKey } from './equality.js';
import { contextXml, instanceOf, instant } from './instance.fixture.js';

/** Whether two contexts with these segments are equal. */
async function equalSegments(one: string, other: string, kindOf?: KindOf): Promise<boolean> {
  const period = instant('2020-12-31');
  const { contexts } = await instanceOf(
    contextXml('c1', period, one) + contextXml('c2', period, other),
  );
  const keys = new Set([...contexts.values()].map((context) => contextKey(context, kindOf)));
  return keys.size === 1;
}

const member = (axis: string, of: string): string =>
  `<xbrldi:explicitMember dimension="${axis}">${of}</xbrldi:explicitMember>`;
const typed = (key: string): string =>
  `<xbrldi:typedMember dimension="a:T"><b:key>${key}</b:key></xbrldi:typedMember>`;

describe('contexts', () => {
  it.each([
    [
      member('a:X', 'a:m') + member('a:Y', 'a:n'),
      member('a:Y', 'a:n') + member('a:X', 'a:m'),
      true,
    ],
    [member('a:X', 'a:m'), member('a:X', 'b:m'), false],
    [
      member('a:X', 'a:m'),
      `<xbrldi:explicitMember xmlns:c="urn:a" dimension="c:X">c:m</xbrldi:explicitMember>`,
      true,
    ],
    [typed('1'), typed(' 1 '), true],
    [typed('1'), typed('2'), false],
    [typed('1'), '', false],
    ['<a:p/><a:q/>', '<a:q/><a:p/>', false],
    ['<a:p x="1" y="2"/>', '<a:p y="2" x="1"></a:p>', true],
    ['<a:p id="1"/>', '<a:p id="2"/>', false],
    ['<a:p><a:q/></a:p>', '<a:p>\n <a:q/>\n</a:p>', true],
    ['<a:p>1.0</a:p>', '<a:p>1</a:p>', false],
  ])('%.60s and %.60s', async (one, other, equal) => {
    expect(await equalSegments(one, other)).toBe(equal);
  });

  it.each([
    ['<a:n>1.0</a:n>', '<a:n>+1e0</a:n>', true],
    ['<a:n>-0</a:n>', '<a:n>0.0</a:n>', true],
    ['<a:n>1.</a:n>', '<a:n>2</a:n>', false],
    ['<a:n>INF</a:n>', '<a:n>INF</a:n>', true],
    ['<a:n>INF</a:n>', '<a:n>-INF</a:n>', false],
    ['<a:n>NaN</a:n>', '<a:n>NaN</a:n>', false],
    ['<a:s flag="1">1.0</a:s>', '<a:s flag="true">1.0</a:s>', true],
    ['<a:s flag="0">1.0</a:s>', '<a:s flag="true">1.0</a:s>', false],
    ['<a:s>1.0</a:s>', '<a:s>1</a:s>', false],
  ])('by the types of a schema: %s and %s', async (one, other, equal) => {
    const kindOf: KindOf = (element, attribute) => {
      if (attribute === 'flag') return 'boolean';
      if (element === '{urn:a}n') return 'number';
      return 'text';
    };
    expect(await equalSegments(one, other, kindOf)).toBe(equal);
  });

  it('distinguishes a segment from a scenario, and dimensions from no dimensions', async () => {
    const period = instant('2020-12-31');
    const of = member('a:X', 'a:m');
    const { contexts } = await instanceOf(
      contextXml('c1', period, of) +
        contextXml('c2', period, '', of) +
        contextXml('c3', period, '<a:p/>'),
    );
    const [one, two, three] = [...contexts.values()];
    if (!one || !two || !three) throw new Error('three contexts');
    expect(contextKey(one)).not.toBe(contextKey(two));
    expect([one, two, three].map(isDimensional)).toEqual([true, true, false]);
  });
});

describe('units', () => {
  const divided = (id: string, over: string, under: string): string => `<unit id="${id}"><divide>
    <unitNumerator>${over}</unitNumerator><unitDenominator>${under}</unitDenominator></divide></unit>`;
  const measure = (name: string): string => `<measure>${name}</measure>`;

  it('are equal whatever the order of their measures', async () => {
    const [a, b, c] = ['a:a', 'a:b', 'a:c'].map(measure);
    const { units } = await instanceOf(
      `<unit id="1">${a}${b}</unit><unit id="2">${b}${a}</unit>` +
        divided('3', `${a}${b}`, `${c}`) +
        divided('4', `${b}${a}`, `${c}`) +
        divided('5', `${c}`, `${a}${b}`) +
        `<unit id="6">${a}${a}</unit>`,
    );
    expect([...units.values()].map(unitKey)).toEqual([
      '{urn:a}a * {urn:a}b',
      '{urn:a}a * {urn:a}b',
      '{urn:a}a * {urn:a}b / {urn:a}c',
      '{urn:a}a * {urn:a}b / {urn:a}c',
      '{urn:a}c / {urn:a}a * {urn:a}b',
      '{urn:a}a * {urn:a}a',
    ]);
  });
});
