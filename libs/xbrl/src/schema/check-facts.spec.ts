/** Facts against a schema: faults of periods, units, decimals and qualifiers, with their lines. */

import { describe, expect, it } from 'vitest';
import { readSchema } from './read-schema.js';
import { SchemaSet } from './schema-set.js';
import { checkFacts } from './check-facts.js';
import { readInstance } from '../instance/read-instance.js';

const xbrli = '{http://www.xbrl.org/2003/instance}';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const element = (name: string, type: string, period = 'instant'): string =>
  `<element name="${name}" type="xbrli:${type}ItemType" substitutionGroup="xbrli:item" ` +
  `xbrli:periodType="${period}"/>`;

const schemas = new SchemaSet([
  readSchema(
    encode(`<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="http://www.xbrl.org/2003/instance"
      targetNamespace="urn:a">${element('Cash', 'monetary')}${element('Stock', 'shares')}
      ${element('Rate', 'pure')}${element('Name', 'string')}${element('Sales', 'monetary', 'duration')}</schema>`),
    'a.xsd',
  ),
]);

const context = (id: string, period: string, segment = ''): string =>
  `<context id="${id}"><entity><identifier scheme="urn:s">x</identifier>${segment}</entity>
  <period>${period}</period></context>`;
const unit = (id: string, measure: string): string =>
  `<unit id="${id}"><measure>${measure}</measure></unit>`;

async function defectsOf(content: string): Promise<string[]> {
  const text = `<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:xbrli="http://www.xbrl.org/2003/instance"
    xmlns:a="urn:a" xmlns:i="http://www.xbrl.org/2003/iso4217" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${context('now', '<instant>2020-12-31</instant>')}
${context('ever', '<forever/>')}
${unit('usd', 'i:USD')}${unit('shares', 'xbrli:shares')}${unit('pure', 'xbrli:pure')}
${unit('dollars', 'i:dollars')}<unit id="eps"><divide><unitNumerator><measure>i:USD</measure></unitNumerator>
<unitDenominator><measure>xbrli:shares</measure></unitDenominator></divide></unit>
${content}</xbrl>`;
  const instance = await readInstance([encode(text)], 'i.xml');
  return checkFacts(instance, schemas).map(
    ({ file, line, element: of, expected, found }) =>
      `${file} ${line} ${of}: ${expected}, not ${found}`,
  );
}

const fact = (name: string, unitRef: string, rest = 'decimals="0"', text = '1'): string =>
  `<a:${name} contextRef="now" ${unitRef && `unitRef="${unitRef}"`} ${rest}>${text}</a:${name}>`;

describe('checkFacts', () => {
  it.each([
    fact('Cash', 'usd'),
    fact('Cash', 'usd', 'precision="INF"'),
    fact('Cash', 'usd', 'xsi:nil="true"', ''),
    fact('Stock', 'shares'),
    fact('Rate', 'eps'),
    fact('Name', '', '', 'ACME'),
    fact('Unknown', '', 'decimals="0"'),
    '<a:Sales contextRef="ever" unitRef="usd" decimals="0">1</a:Sales>',
  ])('finds nothing wrong with %s', async (text) => {
    expect(await defectsOf(text)).toEqual([]);
  });

  it.each([
    [fact('Sales', 'usd'), 'a context of period type duration, not instant'],
    [
      fact('Cash', 'dollars'),
      'a currency of ISO 4217 as unit, not {http://www.xbrl.org/2003/iso4217}dollars',
    ],
    [fact('Cash', ''), 'a currency of ISO 4217 as unit, not none'],
    [
      fact('Cash', 'eps'),
      'a currency of ISO 4217 as unit, not {http://www.xbrl.org/2003/iso4217}USD with ' +
        `${xbrli}shares`,
    ],
    [
      fact('Stock', 'pure'),
      '{http://www.xbrl.org/2003/instance}shares, not {http://www.xbrl.org/2003/instance}pure',
    ],
    [fact('Rate', ''), 'a unit, not none'],
    [fact('Name', 'usd', ''), 'a text without a unit, not a unit'],
    [fact('Cash', 'usd', ''), 'one of decimals and precision, not none of decimals and precision'],
    [
      fact('Cash', 'usd', 'decimals="0" precision="1"'),
      'one of decimals and precision, not two of decimals and precision',
    ],
    [
      fact('Cash', 'usd', 'decimals="0" xsi:nil="true"', ''),
      'none of decimals and precision, not one of decimals and precision',
    ],
  ])('of %s expects %s', async (text, defect) => {
    const name = /a:(\w+)/.exec(text)![1]!;
    expect(await defectsOf(text)).toEqual([`i.xml 10 {urn:a}${name}: ${defect}`]);
  });

  it('expects no concepts in a segment, and of the measures of XBRL only two', async () => {
    const segment = '<segment><b:x xmlns:b="urn:b"><a:Cash/></b:x></segment>';
    const text = context('c', '<forever/>', segment) + unit('u', 'xbrli:euro');
    expect(await defectsOf(text)).toEqual([
      `i.xml 10 ${xbrli}context: elements that are neither concepts nor of XBRL, not {urn:a}Cash`,
      `i.xml 11 ${xbrli}unit: ${xbrli}pure or ${xbrli}shares, not ${xbrli}euro`,
    ]);
  });
});
