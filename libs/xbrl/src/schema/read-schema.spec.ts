/** Schemas as values, and types followed through several of them. */

import { describe, expect, it } from 'vitest';
import { readSchema } from './read-schema.js';
import { isNumeric, SchemaSet } from './schema-set.js';
import type { Schema } from './schema.js';

const open = (namespace: string): string => `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase"
  xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:a="urn:a" xmlns:t="urn:t"
  xmlns:dtr="http://www.xbrl.org/dtr/type/2022-03-31" targetNamespace="${namespace}">`;

const schemaOf = (content: string, file = 'a.xsd', namespace = 'urn:a'): Schema =>
  readSchema(new TextEncoder().encode(`${open(namespace)}${content}</xs:schema>`), file);

const refusalOf = (content: string): string => {
  try {
    schemaOf(content);
  } catch (error) {
    return (error as Error).message;
  }
  return 'read';
};

const item = 'substitutionGroup="xbrli:item" xbrli:periodType="instant"';

describe('a schema', () => {
  it('has elements with what an audit needs', () => {
    const { elements, targetNamespace } = schemaOf(`
<xs:element id="a_Assets" name="Assets" type="xbrli:monetaryItemType" xbrli:balance="debit" nillable="true" ${item}/>
<xs:element name="Abstract" type="xbrli:stringItemType" abstract="1"
  substitutionGroup="xbrli:item" xbrli:periodType="duration"/><xs:element name="plain"/>`);
    const xbrli = '{http://www.xbrl.org/2003/instance}';
    expect(targetNamespace).toBe('urn:a');
    expect(elements).toEqual([
      {
        name: '{urn:a}Assets',
        sequence: '/1/1',
        id: 'a_Assets',
        type: `${xbrli}monetaryItemType`,
        substitutionGroup: `${xbrli}item`,
        periodType: 'instant',
        balance: 'debit',
        abstract: false,
        nillable: true,
        line: 5,
      },
      {
        name: '{urn:a}Abstract',
        sequence: '/1/2',
        type: `${xbrli}stringItemType`,
        substitutionGroup: `${xbrli}item`,
        periodType: 'duration',
        abstract: true,
        nillable: false,
        line: 6,
      },
      { name: '{urn:a}plain', sequence: '/1/3', abstract: false, nillable: false, line: 7 },
    ]);
  });

  it('has imports, references and roles', () => {
    const schema = schemaOf(`
<xs:import namespace="urn:b" schemaLocation="b.xsd"/><xs:include schemaLocation="c.xsd"/>
<xs:annotation><xs:documentation>x <b>y</b></xs:documentation><xs:appinfo>
<link:linkbaseRef xlink:type="simple" xlink:href="a_cal.xml" xlink:role="urn:r"/>
<link:roleType roleURI="urn:role" id="r"><link:definition> 1 - Statement </link:definition>
<link:usedOn>link:calculationLink</link:usedOn><link:usedOn>link:presentationLink</link:usedOn></link:roleType>
<link:arcroleType arcroleURI="urn:arc" cyclesAllowed="undirected" id="c"><link:usedOn>link:definitionArc</link:usedOn>
</link:arcroleType>
<link:linkbase><link:calculationLink xlink:type="extended"/></link:linkbase></xs:appinfo></xs:annotation>`);
    const link = '{http://www.xbrl.org/2003/linkbase}';
    expect(schema.imports).toEqual([
      { kind: 'import', namespace: 'urn:b', schemaLocation: 'b.xsd', line: 5 },
      { kind: 'include', schemaLocation: 'c.xsd', line: 5 },
    ]);
    expect(schema.linkbaseRefs).toEqual([{ href: 'a_cal.xml', role: 'urn:r', line: 7 }]);
    expect(schema.roleTypes).toEqual([
      {
        uri: 'urn:role',
        id: 'r',
        definition: '1 - Statement',
        usedOn: [`${link}calculationLink`, `${link}presentationLink`],
        line: 8,
      },
    ]);
    expect(schema.arcroleTypes).toEqual([
      {
        uri: 'urn:arc',
        id: 'c',
        usedOn: [`${link}definitionArc`],
        line: 10,
        cyclesAllowed: 'undirected',
      },
    ]);
    expect(schema.embeddedLinkbases).toEqual([12]);
  });

  it.each([
    [
      `<xs:element name="X" xbrli:periodType="sometimes"/>`,
      'expected instant or duration; found "sometimes"',
    ],
    [`<xs:element name="X" xbrli:balance="left"/>`, 'expected debit or credit'],
    ['<xs:element/>', 'expected an attribute name; found none'],
    ['<xs:element name="X" type="q:y"/>', 'found "q:y"'],
    [
      '<xs:annotation><xs:appinfo><link:arcroleType arcroleURI="u"/></xs:appinfo></xs:annotation>',
      'cyclesAllowed',
    ],
  ])('refuses %s', (content, reason) => {
    expect(refusalOf(content)).toContain(reason);
    expect(refusalOf(content)).toContain('a.xsd, line');
  });

  it('refuses another root, and a DOCTYPE', () => {
    const read = (text: string) => () => readSchema(new TextEncoder().encode(text), 'a.xsd');
    expect(read('<a/>')).toThrow('expected a schema');
    expect(read('<!DOCTYPE a><a/>')).toThrow('a DOCTYPE');
  });
});

const derived = (
  name: string,
  base: string,
): string => `<xs:complexType name="${name}"><xs:simpleContent>
  <xs:restriction base="${base}"><xs:attribute name="flag" type="xs:boolean"/></xs:restriction>
  </xs:simpleContent></xs:complexType>`;

describe('a set of schemas', () => {
  const types = schemaOf(
    derived('money', 'xbrli:monetaryItemType') +
      derived('more', 't:money') +
      derived('round', 't:round'),
    't.xsd',
    'urn:t',
  );
  const element = (name: string, type: string, rest = item): string =>
    `<xs:element id="a_${name}" name="${name}" type="${type}" ${rest}/>`;
  const set = new SchemaSet([
    schemaOf(
      `${element('Money', 't:more')}${element('Share', 'dtr:perShareItemType')}${element('Rate', 'dtr:percentItemType')}
${element('Note', 'dtr:textBlockItemType')}${element('Half', 'xbrli:fractionItemType')}${element('Round', 't:round')}
${element('Other', 't:missing')}${element('Count', 'xbrli:sharesItemType')}${element('Int', 'xbrli:integerItemType')}
${element('Yes', 'xbrli:booleanItemType', 'substitutionGroup="a:Money"')}
<xs:element name="Sub" substitutionGroup="a:Money"/>
<xs:element name="Own" ${item}><xs:complexType><xs:simpleContent><xs:extension base="xbrli:pureItemType">
<xs:attribute name="n" type="xs:double"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
<xs:element name="Tuple" substitutionGroup="xbrli:tuple"/><xs:element name="Loop" substitutionGroup="a:Loop"/>`,
    ),
    types,
  ]);

  it.each([
    ['Money', 'monetary', true],
    ['Share', 'decimal', true],
    ['Rate', 'pure', true],
    ['Note', 'text', false],
    ['Half', 'fraction', false],
    ['Count', 'shares', true],
    ['Int', 'decimal', true],
    ['Yes', 'text', false],
    ['Sub', 'monetary', true],
    ['Own', 'pure', true],
    ['Round', undefined, false],
    ['Other', undefined, false],
    ['None', undefined, false],
  ] as const)('%s is %s', (name, kind, numeric) => {
    expect(set.itemKind(`{urn:a}${name}`)).toBe(kind);
    expect(isNumeric(kind)).toBe(numeric);
  });

  it('knows elements by name and by file and id', () => {
    expect(set.elementById('a.xsd#a_Half')?.name).toBe('{urn:a}Half');
    expect(set.elementById('t.xsd#a_Half')).toBeUndefined();
    expect(set.element('{urn:a}Half')?.id).toBe('a_Half');
  });

  it('knows items and tuples, and how free content is spelled', () => {
    const names = ['Money', 'Sub', 'Tuple', 'Loop', 'None'].map((name) => `{urn:a}${name}`);
    expect(names.map((name) => set.conceptKind(name))).toEqual([
      'item',
      'item',
      'tuple',
      undefined,
      undefined,
    ]);
    expect(set.valueKind('{urn:a}Own')).toBe('number');
    expect(set.valueKind('{urn:a}Own', 'n')).toBe('number');
    expect(set.valueKind('{urn:a}Own', 'other')).toBe('text');
    expect(set.valueKind('{urn:a}Money', 'flag')).toBe('boolean');
    expect(set.valueKind('{urn:a}Yes')).toBe('boolean');
    expect(set.valueKind('{urn:a}Note')).toBe('text');
  });
});
