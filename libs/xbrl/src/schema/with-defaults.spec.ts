/** Decimals and precision from the type of a fact: filled in if left out. */

import { expect, it } from 'vitest';
import { readSchema } from './read-schema.js';
import { SchemaSet } from './schema-set.js';
import { readInstance } from '../instance/read-instance.js';
import { withDefaults } from './with-defaults.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const typed = (name: string, attribute: string): string =>
  `<element name="${name}" substitutionGroup="xbrli:item"><complexType><simpleContent>
  <restriction base="xbrli:monetaryItemType"><attribute ${attribute}/></restriction>
  </simpleContent></complexType></element>`;

const places = typed('D', 'name="decimals" default="2"');
const exactness = typed('P', 'name="precision" fixed="3"');

const schemas = new SchemaSet([
  readSchema(
    encode(`<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="http://www.xbrl.org/2003/instance"
      targetNamespace="urn:a">${places}${exactness}
      <element name="N" type="xbrli:monetaryItemType" substitutionGroup="xbrli:item"/></schema>`),
    'a.xsd',
  ),
]);

it('fills in what types state, and leaves what facts state', async () => {
  const facts = ['<a:D', '<a:D decimals="0"', '<a:P', '<a:N'].map(
    (start) => `${start} contextRef="c">1</${start.slice(1, 4)}>`,
  );
  const text = `<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:a="urn:a"><context id="c"><entity>
    <identifier scheme="urn:s">x</identifier></entity><period><forever/></period></context>${facts.join('')}</xbrl>`;
  const filled = withDefaults(await readInstance([encode(text)], 'i.xml'), schemas);
  expect(filled.facts.map(({ decimals, precision }) => [decimals, precision])).toEqual([
    ['2', undefined],
    ['0', undefined],
    [undefined, '3'],
    [undefined, undefined],
  ]);
  expect(filled.factsByConcept.get('{urn:a}D')).toEqual(filled.facts.slice(0, 2));
});
