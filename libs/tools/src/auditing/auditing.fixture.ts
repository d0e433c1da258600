/** Tiny filings for the tests of this room, written by hand. */

import { parseInstant } from '#values';
import type { MarketView } from '#market-view';
import { smallMarket } from '../trading/small-market.fixture.js';

const xbrl = 'http://www.xbrl.org/2003';

/** The instance of a package with this in its root. */
export const instanceXml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<xbrl xmlns="${xbrl}/instance" xmlns:link="${xbrl}/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:us-gaap="http://fasb.org/us-gaap/2023" xmlns:srt="http://fasb.org/srt/2023" xmlns:OWN="urn:own">
${content}</xbrl>`;

const contextXml = (id: string, period: string, segment = ''): string =>
  `<context id="${id}"><entity><identifier scheme="urn:cik">1</identifier>${segment}</entity>` +
  `<period>${period}</period></context>`;
const instant = '<instant>2023-12-31</instant>';
const year = '<startDate>2023-01-01</startDate><endDate>2023-12-31</endDate>';

const members = `<segment><xbrldi:typedMember dimension="srt:ZAxis"><OWN:z> 7 </OWN:z></xbrldi:typedMember>
<xbrldi:explicitMember dimension="srt:AAxis">OWN:OneMember</xbrldi:explicitMember></segment>`;

const instance = instanceXml(`${contextXml('d', instant, members)}
${contextXml('i', instant)}${contextXml('old', '<instant>2022-12-31</instant>')}${contextXml('y', year)}
<unit id="usd"><measure>usd</measure></unit>
<us-gaap:Assets contextRef="d" unitRef="usd" decimals="0">4</us-gaap:Assets>
<us-gaap:Assets contextRef="i" unitRef="usd" decimals="-1"> 0100 </us-gaap:Assets>
<us-gaap:Assets contextRef="i" unitRef="usd" decimals="-1">0100</us-gaap:Assets>
<us-gaap:Assets contextRef="i" unitRef="usd" decimals="0">101</us-gaap:Assets>
<us-gaap:Assets contextRef="old" unitRef="usd" xsi:nil="true"/>
<us-gaap:AssetsCurrent contextRef="old" unitRef="usd" decimals="0">60</us-gaap:AssetsCurrent>
<OWN:Spent contextRef="y" unitRef="usd" decimals="INF">-.50</OWN:Spent>
<OWN:Note contextRef="y"> </OWN:Note>
<OWN:Note contextRef="y" xsi:nil="true"/>
<OWN:Note contextRef="y">A note.</OWN:Note>
<OWN:Policy contextRef="y">${'long '.repeat(5000)}end</OWN:Policy>`);

/** Contexts that elements beside XBRL Dimensions qualify, and two ids of one unit. */
const plainSegments = instanceXml(
  [
    contextXml('whole', instant),
    contextXml('north', instant, '<segment><OWN:region>North</OWN:region></segment>'),
    contextXml('kinds', instant, '<segment><OWN:kind>A</OWN:kind><OWN:kind>B</OWN:kind></segment>'),
    contextXml('empty', instant, '<segment><OWN:parent code="p"/></segment>'),
    '<context id="plan"><entity><identifier scheme="urn:cik">1</identifier></entity>',
    `<period>${instant}</period><scenario><OWN:budget><OWN:of>2023</OWN:of></OWN:budget></scenario></context>`,
    '<unit id="usd"><measure>usd</measure></unit><unit id="dollars"><measure>usd</measure></unit>',
    ...['north 1 usd', 'kinds 2 usd', 'empty 3 usd', 'plan 4 usd', 'whole 10 dollars'].map(
      (fact) => {
        const [context, value, unit] = fact.split(' ');
        return (
          `<us-gaap:Assets contextRef="${context}" unitRef="${unit}" ` +
          `decimals="0">${value}</us-gaap:Assets>`
        );
      },
    ),
  ].join('\n'),
);

const element = (name: string, more: string): string =>
  `<xs:element name="${name}" id="OWN_${name}" substitutionGroup="xbrli:item" ${more}/>`;

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="${xbrl}/instance"
  targetNamespace="urn:own">${element('Spent', 'xbrli:periodType="duration" xbrli:balance="credit"')}
${element('Policy', 'xbrli:periodType="duration"')}</xs:schema>`;

const published = 'https://xbrl.fasb.org/us-gaap/2023/elts/us-gaap-2023.xsd';
const locator = (href: string, label: string): string =>
  `<link:loc xlink:type="locator" xlink:href="${href}" xlink:label="${label}"/>`;
const sum = (to: string, order: number, weight: string): string =>
  `<link:calculationArc xlink:type="arc" xlink:arcrole="${xbrl}/arcrole/summation-item" xlink:from="all"
   xlink:to="${to}" order="${order}" weight="${weight}"/>`;

const linkbase = (content: string): string =>
  `<link:linkbase xmlns:link="${xbrl}/linkbase" ` +
  `xmlns:xlink="http://www.w3.org/1999/xlink">${content}</link:linkbase>`;

export const calculation = linkbase(
  `<link:calculationLink xlink:type="extended" xlink:role="urn:role/sheet">
${locator(`${published}#us-gaap_Assets`, 'all')}${locator(`${published}#us-gaap_AssetsCurrent`, 'now')}
${locator('own.xsd#OWN_Spent', 'own')}${sum('own', 2, '-1.00')}${sum('now', 1, '1.0')}</link:calculationLink>`,
);

const labels = linkbase(`<link:labelLink xlink:type="extended" xlink:role="${xbrl}/role/link">
${locator('own.xsd#OWN_Spent', 'own')}
<link:label xlink:type="resource" xlink:label="text" xlink:role="${xbrl}/role/label"
  xml:lang="en-US">Money spent</link:label>
<link:labelArc xlink:type="arc" xlink:arcrole="${xbrl}/arcrole/concept-label" xlink:from="own" xlink:to="text"/>
</link:labelLink>`);

const concepts = [
  { concept: 'us-gaap:Assets', balance: 'debit', period_type: 'instant', label: 'Total assets' },
  { concept: 'us-gaap:AssetsNet', balance: 'debit', period_type: 'instant' },
  { concept: 'us-gaap:ProfitLoss', balance: 'credit', period_type: 'duration', type: 'x:money' },
  { concept: 'us-gaap:SharesIssued', balance: null, period_type: 'instant' },
  { concept: 'us-gaap:eventDateTime', balance: null, period_type: null, abstract: true },
];
const linesOf = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** The files of the package `10k-abc-20231231`, by their names in the data folder. */
export const filesOfPackage = (accession = '10k-abc-20231231'): Record<string, string> => ({
  [`XBRL/${accession}/own.xsd`]: schema,
  [`XBRL/${accession}/own_cal.xml`]: calculation,
  [`XBRL/${accession}/own_htm.xml`]: instance,
  [`XBRL/${accession}/own_lab.xml`]: labels,
});

const srt = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xbrli="${xbrl}/instance"
  targetNamespace="http://fasb.org/srt/2020"><xs:element name="Only2020" id="srt_Only2020"
  substitutionGroup="xbrli:item" type="xbrli:sharesItemType" xbrli:periodType="instant"/></xs:schema>`;

const taxonomies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  2020: { 'srt-2020-01-31.xsd': srt, 'stm/us-gaap-stm-sfp-cal-2020-01-31.xml': calculation },
  2022: { 'concepts.jsonl': linesOf(concepts) },
  2024: { 'concepts.jsonl': linesOf(concepts.slice(0, 1)) },
};

export const evening = parseInstant('2026-01-05T23:30:00Z') ?? 0;
const known = { date: '2025-12-31', acceptedAt: 0 };

/**
 * Known from the start: taxonomies, `10k-abc-20231231`, `10k-bad-20231231` with a broken instance,
 * `10k-web-20231231` with a page as one, `10k-bare-20231231` without any, `10k-mixed-20231231` with
 * that of another package beside its own file, `10k-stray-20231231` with files of another alone.
 * Accepted at `evening`: `10q-abc-20240331`.
 */
export function auditedMarket(): (asOf?: string) => MarketView {
  const filing = (accession: string, sections = filesOfPackage(accession)) => {
    const [form = '', symbol = ''] = accession.split('-');
    return { ...known, symbol, form, accession, sections };
  };
  const instanceOf = (accession: string, text: string) =>
    filing(accession, { [`XBRL/${accession}/own_htm.xml`]: text });
  const years = Object.entries(taxonomies).map(([taxonomyYear, files]) => ({
    ...known,
    symbol: 'us-gaap',
    form: 'taxonomy',
    accession: `us-gaap-${taxonomyYear}`,
    sections: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [`us-gaap/${taxonomyYear}/${name}`, text]),
    ),
  }));
  const prices = {
    'us-gaap': {},
    bad: {},
    web: {},
    bare: {},
    mixed: {},
    stray: {},
    plain: {},
    abc: { '2026-01-02': 1, '2026-01-06': 1 },
  };
  const later = { ...filing('10q-abc-20240331'), date: '2026-01-06', acceptedAt: evening };
  const bare = { 'XBRL/10k-bare-20231231/own_cal.xml': calculation };
  // Belongs to another package, whose path begins with that of this one.
  const mixed = {
    ...filesOfPackage('10k-mixed-202312310'),
    'XBRL/10k-mixed-20231231/own_cal.xml': calculation,
  };
  return smallMarket({
    prices,
    filings: [
      filing('10k-abc-20231231'),
      later,
      filing('10k-bare-20231231', bare),
      ...years,
      filing('10k-mixed-20231231', mixed),
      filing('10k-stray-20231231', filesOfPackage('10k-stray-20221231')),
      instanceOf('10k-bad-20231231', instanceXml('\n<us-gaap:Assets>')),
      instanceOf('10k-plain-20231231', plainSegments),
      instanceOf('10k-web-20231231', '<!DOCTYPE html>\n<html></html>'),
    ],
  });
}
