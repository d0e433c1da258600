/** Relationships in force after equivalence, priority and prohibition. */

import { describe, expect, it } from 'vitest';
import { baseSets, type BaseSet } from './base-sets.js';
import {
  arc,
  bytesOf,
  extended,
  linkbaseText,
  linkOf,
  locator,
  setsOf,
} from './linkbase-text.fixture.js';
import { readLinkbase } from './read-linkbase.js';

const inForce = (sets: readonly BaseSet[]): string[] =>
  sets.flatMap(({ relationships }) =>
    relationships.map(({ from, to, file, line }) => `${from.href} ${to.href} ${file}:${line}`),
  );
const calculation = (...arcs: string[]): string => linkOf('calculation', arcs);
const ab = 's.xsd#t_A s.xsd#t_B';

describe('baseSets', () => {
  it('parts by arcrole, role and elements, in the order in which they are met', () => {
    const sets = setsOf(
      linkOf('calculation', ['A B weight="1"'], 'r2') + linkOf('presentation', ['A B'], 'r1'),
      linkOf('calculation', ['A C weight="1"'], 'r1') +
        linkOf('calculation', ['A D weight="1"'], 'r2'),
    );
    expect(
      sets.map(({ arcrole, role, relationships }) => [
        arcrole.replace(/.*\//, ''),
        role,
        relationships.length,
      ]),
    ).toEqual([
      ['summation-item', 'r2', 2],
      ['parent-child', 'r1', 1],
      ['summation-item', 'r1', 1],
    ]);
  });

  it('makes a relationship of each pair of ends that the labels stand for', () => {
    const content = locator('a', 's.xsd#1') + locator('a', 's.xsd#2') + locator('b', 's.xsd#3');
    const sets = setsOf(extended('presentation', content + arc('presentation', 'a', 'b')));
    expect(inForce(sets)).toEqual(['s.xsd#1 s.xsd#3 0.xml:1', 's.xsd#2 s.xsd#3 0.xml:1']);
  });

  it.each([
    [
      'keeps one of two equivalent arcs, the first',
      ['A B weight="1"'],
      ['A B weight="1.0" order="1.00"'],
      [`${ab} 0.xml:1`],
    ],
    [
      'keeps the one of the higher priority',
      ['A B weight="1"'],
      ['A B weight="1" priority="1"'],
      [`${ab} 1.xml:1`],
    ],
    ['prohibits at the same priority', ['A B weight="1"'], ['A B weight="1" use="prohibited"'], []],
    [
      'prohibits what comes later',
      ['A B weight="1" use="prohibited" priority="2"'],
      ['A B weight="1" priority="1"'],
      [],
    ],
    [
      'does not prohibit what is stronger',
      ['A B weight="1" priority="3"'],
      ['A B weight="1" use="prohibited" priority="2"'],
      [`${ab} 0.xml:1`],
    ],
    [
      'does not prohibit another weight',
      ['A B weight="1"'],
      ['A B weight="-1" use="prohibited" priority="2"'],
      [`${ab} 0.xml:1`],
    ],
    [
      'does not prohibit another order',
      ['A B weight="1"'],
      ['A B weight="1" order="2" use="prohibited"'],
      [`${ab} 0.xml:1`],
    ],
    [
      'does not prohibit an arc with other attributes',
      ['A B weight="1" id="a"'],
      ['A B weight="1" use="prohibited"'],
      [`${ab} 0.xml:1`],
    ],
    [
      'looks past titles',
      ['A B weight="1" xlink:title="a"'],
      ['A B weight="1" use="prohibited"'],
      [],
    ],
  ])('%s', (_, first, second, expected) => {
    expect(inForce(setsOf(calculation(...first), calculation(...second)))).toEqual(expected);
  });

  it('does not prohibit across roles', () => {
    const one = linkOf('presentation', ['A B'], 'r1');
    const other = linkOf('presentation', ['A B use="prohibited" priority="9"'], 'r2');
    expect(inForce(setsOf(one, other))).toEqual([`${ab} 0.xml:1`]);
  });

  it('prohibits the arc to a label of another file, located by its id', () => {
    const label = (id: string): string =>
      `<link:label xlink:type="resource" xlink:label="l" id="${id}">${id}</link:label>`;
    const first = extended(
      'label',
      locator('A') + label('one') + label('two') + arc('label', 'A', 'l'),
    );
    const second = extended(
      'label',
      locator('A') + locator('l', '0.xml#one') + arc('label', 'A', 'l', 'use="prohibited"'),
    );
    expect(inForce(setsOf(first, second))).toEqual(['s.xsd#t_A 0.xml#two 0.xml:1']);
  });

  it('takes the values of foreign attributes as the caller spells them', () => {
    const linkbase = readLinkbase(
      bytesOf(
        linkbaseText(
          calculation('A B weight="1" own="1"', 'A B weight="1" own="true" use="prohibited"'),
        ),
      ),
      '0.xml',
    );
    expect(inForce(baseSets([linkbase]))).toHaveLength(1);
    expect(inForce(baseSets([linkbase], (_, text) => (text === '1' ? 'true' : text)))).toEqual([]);
  });

  it('refuses labels that stand for millions of pairs', () => {
    const many = (label: string): string => locator(label).repeat(1_500);
    const content = many('a') + many('b') + arc('presentation', 'a', 'b');
    expect(() => setsOf(extended('presentation', content))).toThrow(/at most 250000/);
  });
});
