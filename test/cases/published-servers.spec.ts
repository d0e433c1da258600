/**
 * Where Tapefold's tools said something else than the published servers: each says what is right.
 */

import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openMarket, type Market } from '#backtest';
import { openDataset } from '#market-data';
import { Capability, tradingTools, type ToolSet } from '#tools';
import { auditingTools } from '#tools/auditing/auditing-tools';
import { publishedAuditing, publishedTrading } from '#tools/published/published-servers';
import { caseFolder } from './case-run.fixture.js';

const data = resolve(process.env['TAPEFOLD_DATA'] ?? '/TAPEFOLD_DATA-is-not-set');

async function opened(path: string): Promise<Market> {
  const market = await openMarket(path);
  onTestFinished(() => market.close());
  return market;
}

function asker(market: Market, set: ToolSet) {
  const { view } = market.at('end');
  const capability = new Capability({ sets: [set], context: { view, desk: null }, now: () => 0 });
  return (name: string, args: object): unknown => {
    const outcome = capability.call(name, args);
    if (outcome.error !== null) throw new Error(outcome.error);
    return outcome.value;
  };
}

it('computes rsi and bbands by the method of the profile, and by its own without it', async () => {
  const market = await opened(join(data, 'herculean-2026'));
  const day = { date_start: '2026-01-02', date_end: '2026-01-02' };
  const valuesOf = (set: ToolSet) => {
    const ask = asker(market, set);
    const indicator = (symbol: string, name: string, length?: number): unknown =>
      ask('get_indicator', { symbol, ...day, indicator: name, length });
    return [
      indicator('AAPL', 'rsi'),
      indicator('AAPL', 'bbands'),
      indicator('NVDA', 'rsi', 100),
      indicator('AAPL', 'macd'),
    ];
  };
  expect(valuesOf(publishedTrading)).toMatchObject([
    [{ rsi: 43.803 }],
    [{ upper: 280.0744 }],
    [{ rsi: 66.5971 }],
    [{ hist: -0.7388 }],
  ]);
  expect(valuesOf(tradingTools)).toMatchObject([
    [{ rsi: 42.4779 }],
    [{ upper: 279.9224 }],
    [{ rsi: 55.8437 }],
    [{ hist: -0.7388 }],
  ]);
});

it('hints at items of one direction by the published words, with and without the profile', async () => {
  const folder = join(data, 'xbrl');
  const market = await opened(folder);
  const asked = { filing_path: 'XBRL/10k-aapl-20230930', taxonomy_year: 2023 };
  for (const set of [auditingTools, publishedAuditing(folder)]) {
    const ask = asker(market, set);
    const hint = (concept_id: string): unknown =>
      ask('get_concept_metadata', { ...asked, concept_id });
    expect(hint('us-gaap:InterestExpense')).toMatchObject({ is_directional_hint: true });
    expect(hint('us-gaap:NetIncomeLoss')).toMatchObject({ is_directional_hint: false });
  }
  const own = asker(market, auditingTools)('get_concept_metadata', {
    ...asked,
    concept_id: 'us-gaap:NetIncomeLoss',
  });
  expect(own).toMatchObject({ is_two_way: true });
});

it('answers of concepts and networks with the published members and absolute paths', async () => {
  const folder = join(data, 'xbrl');
  const ask = asker(await opened(folder), publishedAuditing(folder));
  const found = ask('find_filing', {
    ticker: 'aapl',
    filing_name: '10k',
    issue_time: '20230930',
  }) as { filing_path: string; files: object };
  expect(found.filing_path).toBe(join(folder, 'XBRL/10k-aapl-20230930'));
  expect(Object.keys(found.files)).toEqual(['htm', 'cal', 'def', 'lab', 'pre', 'xsd']);
  for (const file of Object.values(found.files)) expect(file).toContain(found.filing_path);
  const asked = { filing_path: found.filing_path, concept_id: 'us-gaap_AssetsCurrent' };
  const network = ask('get_calculation_network', asked) as { roles_scanned: string[] };
  expect(network).toMatchObject({ concept_id: 'us-gaap:AssetsCurrent', is_isolated: false });
  expect(network.roles_scanned).toHaveLength(25);
  expect(network.roles_scanned).toEqual(network.roles_scanned.toSorted());
  const metadata = ask('get_concept_metadata', { ...asked, taxonomy_year: '2023' });
  expect(Object.keys(metadata as object)).toEqual([
    'concept_id',
    'balance',
    'period_type',
    'label',
    'source',
    'is_directional_hint',
  ]);
});

it('reads a taxonomy where HERCULEAN keeps it', async () => {
  const folder = join(caseFolder('2026-11/taxonomy-chunks'), 'filings');
  const market = await opened(folder);
  const asked = {
    filing_path: 'XBRL/10k-orrn-20241231',
    concept_id: 'us-gaap:AssetsCurrent',
    taxonomy_year: 2024,
  };
  for (const set of [auditingTools, publishedAuditing(folder)]) {
    expect(asker(market, set)('get_concept_metadata', asked)).toMatchObject({
      balance: 'debit',
      period_type: 'instant',
      source: 'taxonomy',
    });
  }
  const dataset = await openDataset(folder);
  onTestFinished(() => dataset.close());
  expect(await dataset.check()).toMatchObject({ xbrl: { taxonomyYears: [2024] } });
});
