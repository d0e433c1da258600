/** Ends of arcs against a schema, weights against balances, and arcs that a link has twice. */

import { describe, expect, it } from 'vitest';
import { readSchema } from '../schema/read-schema.js';
import { SchemaSet } from '../schema/schema-set.js';
import { checkArcs } from './check-arcs.js';
import { arc, bytesOf, extended, linkbaseText, linkOf, locator } from './linkbase-text.fixture.js';
import { readLinkbase } from './read-linkbase.js';

const item = (name: string, type: string, balance = ''): string =>
  `<element id="t_${name}" name="${name}" type="xbrli:${type}ItemType" substitutionGroup="xbrli:item" ${
    balance && `xbrli:balance="${balance}"`
  } xbrli:periodType="instant"/>`;

const schemas = new SchemaSet([
  readSchema(
    bytesOf(`<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="http://www.xbrl.org/2003/instance"
      targetNamespace="urn:a">${item('D', 'monetary', 'debit')}${item('C', 'monetary', 'credit')}
      ${item('N', 'monetary')}${item('Text', 'string')}<element id="t_plain" name="plain"/></schema>`),
    's.xsd',
  ),
]);

const label = (id: string): string =>
  `<link:label xlink:type="resource" xlink:label="${id}" id="${id}">text</link:label>`;

const defectsOf = (content: string): string[] =>
  checkArcs([readLinkbase(bytesOf(linkbaseText(content)), 'a.xml')], schemas).map(
    ({ file, line, element, expected, found }) => {
      expect([file, element.replace(/^.*\}/, '')]).toEqual([
        'a.xml',
        expect.stringMatching(/Arc$/),
      ]);
      return `${line}: ${expected}, not ${found}`;
    },
  );

describe('checkArcs', () => {
  it.each([
    linkOf('calculation', ['D C weight="-1"', 'D N weight="1"', 'N C weight="-1"']),
    linkOf('presentation', ['D Text']),
    extended('label', locator('D') + label('l') + arc('label', 'D', 'l')),
    extended(
      'label',
      locator('D') + locator('l', 'b.xml#l') + arc('label', 'D', 'l', 'use="prohibited"'),
    ),
    extended(
      'definition',
      locator('D', 'other.xsd#D') + locator('C') + arc('definition', 'D', 'C'),
    ),
    extended(
      'presentation',
      locator('D', 's.xsd#element(/1/1)') + locator('C') + arc('presentation', 'D', 'C'),
    ),
  ])('finds nothing wrong with %s', (content) => {
    expect(defectsOf(content)).toEqual([]);
  });

  it.each([
    ['D C weight="1"', 'a weight with the sign of the balances, not debit of credit'],
    ['C C weight="-1"', 'a weight with the sign of the balances, not credit of credit'],
    ['D Text weight="1"', 'a numeric item, not {urn:a}Text'],
    ['D plain weight="1"', 'a concept, not s.xsd#t_plain'],
    ['D missing weight="1"', 'a concept, not s.xsd#t_missing'],
  ])('of the summation %s expects %s', (text, defect) => {
    expect(defectsOf(linkOf('calculation', [text]))[0]).toBe(`1: ${defect}`);
  });

  it.each([
    ['another label without a prohibition', 'b.xml#l'],
    ['a concept', 's.xsd#t_C'],
  ])('expects a label in the same link, not %s', (_, href) => {
    const use = href.startsWith('s.xsd') ? 'use="prohibited"' : '';
    const link = extended('label', locator('D') + locator('l', href) + arc('label', 'D', 'l', use));
    expect(defectsOf(link)).toEqual([
      `1: {http://www.xbrl.org/2003/linkbase}label in the same link, not ${href}`,
    ]);
  });

  it('expects one arc between two labels, in each link by itself', () => {
    const once = linkOf('presentation', ['D C', 'C D']);
    expect(defectsOf(once + once)).toEqual([]);
    expect(defectsOf(linkOf('presentation', ['D C', 'D C order="2"']))).toEqual([
      '2: one arc between two labels of a link, not another',
    ]);
  });
});
