/**
 * A filing of one balance sheet, written by hand: a total that is off, a missing part, a segment
 * and a nil fact.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { file } from './command-line.fixture.js';

const namespaces = `xmlns="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase"
  xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xbrldi="http://xbrl.org/2006/xbrldi"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217"
  xmlns:m="http://example.com/m"`;

const context = (id: string, period: string, segment = ''): string =>
  `<context id="${id}"><entity><identifier ` +
  `scheme="http://example.com">1</identifier>${segment}</entity><period>${period}</period></context>`;

const member =
  '<segment><xbrldi:explicitMember ' +
  'dimension="m:RegionAxis">m:NorthMember</xbrldi:explicitMember></segment>';

export const instanceText = `<?xml version="1.0"?>
<xbrl ${namespaces}>
<link:schemaRef xlink:type="simple" xlink:href="m.xsd"/>
${context('now', '<instant>2023-09-30</instant>')}
${context('before', '<instant>2022-09-30</instant>')}
${context('north', '<instant>2023-09-30</instant>', member)}
${context('quarter', '<startDate>2023-07-01</startDate><endDate>2023-09-30</endDate>')}
<unit id="usd"><measure>iso4217:USD</measure></unit>
<m:Assets contextRef="now" unitRef="usd" decimals="0">110</m:Assets>
<m:Assets contextRef="before" unitRef="usd" decimals="0">90</m:Assets>
<m:Cash contextRef="now" unitRef="usd" decimals="0">70</m:Cash>
<m:Cash contextRef="before" unitRef="usd" decimals="0">90</m:Cash>
<m:Cash contextRef="north" unitRef="usd" precision="2">15</m:Cash>
<m:Allowance contextRef="now" unitRef="usd" decimals="2">-.50</m:Allowance>
<m:Inventory contextRef="now" unitRef="usd" xsi:nil="true"/>
<m:Note contextRef="quarter">Sold, "as is"</m:Note>
</xbrl>
`;

const concepts = ['Assets', 'Cash', 'Allowance', 'Inventory', 'Note'];

const schemaText = `<?xml version="1.0"?>
<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="http://www.xbrl.org/2003/instance"
  xmlns:link="http://www.xbrl.org/2003/linkbase" targetNamespace="http://example.com/m">
<annotation><appinfo><link:roleType id="sheet" roleURI="http://example.com/role/Sheet">
<link:definition>1 - Statement - Balance sheet</link:definition>
<link:usedOn>link:calculationLink</link:usedOn></link:roleType></appinfo></annotation>
${concepts
  .map(
    (name) =>
      `<element name="${name}" id="own_${name}" type="xbrli:monetaryItemType" ` +
      'substitutionGroup="xbrli:item" xbrli:periodType="instant"/>',
  )
  .join('\n')}
</schema>
`;

const xlink =
  'xmlns="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink"';
const locator = (name: string): string =>
  `<loc xlink:type="locator" xlink:href="m.xsd#own_${name}" xlink:label="${name}"/>`;
const arc = (child: string, weight: number, order: number): string =>
  '<calculationArc xlink:type="arc" ' +
  'xlink:arcrole="http://www.xbrl.org/2003/arcrole/summation-item" xlink:from="Assets" ' +
  `xlink:to="${child}" weight="${weight}" order="${order}"/>`;

const calculationText = `<linkbase ${xlink}>
<calculationLink xlink:type="extended" xlink:role="http://example.com/role/Sheet">
${['Assets', 'Cash', 'Allowance', 'Inventory'].map(locator).join('\n')}
${arc('Allowance', -1, 2)}
${arc('Cash', 1, 1)}
${arc('Inventory', 1, 3)}
</calculationLink></linkbase>
`;

const labelText = `<linkbase ${xlink}>
<labelLink xlink:type="extended" xlink:role="http://www.xbrl.org/2003/role/link">
${locator('Cash')}
<label xlink:type="resource" xlink:label="text" xlink:role="http://www.xbrl.org/2003/role/label"
  xml:lang="en-US">Cash at hand</label>
<labelArc xlink:type="arc" xlink:arcrole="http://www.xbrl.org/2003/arcrole/concept-label" xlink:from="Cash"
  xlink:to="text"/>
</labelLink></linkbase>
`;

/**
 * Writes the filing into a folder below `directory`; files of `other` replace its own or are
 * added to them.
 */
export function filingIn(directory: string, other: Readonly<Record<string, string>> = {}): string {
  const folder = join(directory, '10q-m-20230930');
  mkdirSync(folder);
  const own = {
    'm_htm.xml': instanceText,
    'm.xsd': schemaText,
    'm_cal.xml': calculationText,
    'm_lab.xml': labelText,
  };
  for (const [name, text] of Object.entries({ ...own, ...other })) {
    if (text !== '') file(folder, name, text);
  }
  return folder;
}
