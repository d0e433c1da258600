/**
 * Every linkbase of every filing: all arcs are read, and labels and trees are as the
 * filings print them.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { arcroles, baseSets, labelsOf, networksOf, readLinkbase, treeRows } from '#xbrl';

const root = process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set';
const filings = resolve(root, 'xbrl/XBRL');
const unknown = (): undefined => undefined;

const setsIn = (folder: string, ending: string) => {
  const file = readdirSync(join(filings, folder)).find((name) => name.endsWith(ending))!;
  return baseSets([readLinkbase(readFileSync(join(filings, folder, file)), file)]);
};

describe.each(readdirSync(filings))('%s', (folder) => {
  const files = readdirSync(join(filings, folder)).filter((name) =>
    /_(cal|def|lab|pre)\./.test(name),
  );

  it.each(files)('%s has as many arcs as its text', (file) => {
    const bytes = readFileSync(join(filings, folder, file));
    const written = bytes.toString('utf8').match(/xlink:type="arc"/g)?.length ?? 0;
    const { links } = readLinkbase(bytes, file);
    expect(links.reduce((sum, { arcs }) => sum + arcs.length, 0)).toBe(written);
    expect(written).toBeGreaterThan(0);
  });
});

describe('10k-aapl-20230930', () => {
  const folder = '10k-aapl-20230930';

  it('labels what its balance sheet adds up', () => {
    const labelOf = labelsOf(setsIn(folder, '_lab.xml'), unknown);
    expect(labelOf('us-gaap:Assets', { lang: 'en' })).toBe('Assets');
    const role = 'http://www.xbrl.org/2003/role/totalLabel';
    expect(labelOf('us-gaap:Assets', { lang: 'en-US', role })).toBe('Total assets');
  });

  it('presents its balance sheet as a tree', () => {
    const network = networksOf(setsIn(folder, '_pre.xml'), [arcroles.parentChild], unknown).find(
      ({ role }) => role.endsWith('/CONSOLIDATEDBALANCESHEETS'),
    )!;
    const rows = treeRows(network).map(({ concept, depth }) => `${depth} ${concept}`);
    expect(rows).toHaveLength(38);
    expect(rows.slice(0, 5)).toEqual([
      '0 us-gaap:StatementOfFinancialPositionAbstract',
      '1 us-gaap:AssetsAbstract',
      '2 us-gaap:AssetsCurrentAbstract',
      '3 us-gaap:CashAndCashEquivalentsAtCarryingValue',
      '3 us-gaap:MarketableSecuritiesCurrent',
    ]);
  });
});
