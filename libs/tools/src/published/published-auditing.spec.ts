/** The tools of auditing in their published form, on tiny filings. */

import { describe, expect, it } from 'vitest';
import { auditedMarket } from '../auditing/auditing.fixture.js';
import { answer, outcomeOf } from '../trading/small-market.fixture.js';
import { publishedAuditing } from './published-auditing.js';
import { publishedPeriod } from './published-period.js';

const market = auditedMarket();
const set = publishedAuditing('/data');
const ask = (name: string, args: object, asOf = '2026-01-06', of = set): unknown =>
  answer(of, { view: market(asOf) }, [name, args]);
const refusal = (name: string, args: object): string | null =>
  outcomeOf(set, { view: market('2026-01-06') }, [name, args]).error;
const filing = { ticker: 'abc', filing_name: '10k', issue_time: '20231231' };
const filing_path = '/data/XBRL/10k-abc-20231231';

describe('find_filing', () => {
  it('answers with absolute paths, or none for a filing that is not there', () => {
    const missing = { filing_path: '', filing_year: 0, files: {}, found: false };
    expect(ask('find_filing', { ...filing, ticker: 'zzz' })).toEqual({
      ...missing,
      message: 'folder not found: /data/XBRL/10k-zzz-20231231',
    });
    expect(ask('find_filing', { ...filing, ticker: 'ABC' })).toMatchObject(missing);
    // Tiny filings have no definition linkbase.
    expect(ask('find_filing', filing)).toEqual({
      ...missing,
      message: `expected exactly one file matching *_def.xml in ${filing_path}, found 0`,
    });
  });
});

describe('a filing', () => {
  const network = (path: string, of = set): unknown =>
    ask(
      'get_calculation_network',
      { filing_path: path, concept_id: 'us-gaap_Assets' },
      undefined,
      of,
    );

  it('is read at its path, absolute or not, and nowhere else', () => {
    const found = network(filing_path);
    expect(found).toMatchObject({ concept_id: 'us-gaap:Assets', is_isolated: false });
    expect(found).toMatchObject({ roles_scanned: [expect.any(String)] });
    expect(network('XBRL/10k-abc-20231231')).toEqual(found);
    expect(network('/data/XBRL/../XBRL/10k-abc-20231231')).toEqual(found);
    expect(network('XBRL/10k-abc-20231231', publishedAuditing())).toEqual(found);
    for (const path of ['', '/etc', '/other/XBRL/10k-abc-20231231', '10k-abc-20231231']) {
      const asked = { filing_path: path, concept_id: 'us-gaap:Assets' };
      expect(refusal('get_calculation_network', asked)).toContain('no filing');
    }
  });

  it('has the members of a published fact', () => {
    const asked = { filing_path, concept_id: 'us-gaap:Assets', period: '2023-12-31' };
    const { matched, ...rest } = ask('get_facts', asked) as { matched: object[] };
    expect(rest).toMatchObject({ concept_id: 'us-gaap:Assets', requested_period: '2023-12-31' });
    expect(matched.length).toBeGreaterThan(0);
    for (const fact of matched)
      expect(Object.keys(fact)).toEqual([
        'value',
        'context_ref',
        'period_type',
        'period',
        'dimensions',
        'unit_ref',
        'decimals',
      ]);
  });

  it('declares its own concepts; others are those of the taxonomy of exactly that year', () => {
    const metadata = (concept_id: string, taxonomy_year: number, path = filing_path): unknown =>
      ask('get_concept_metadata', { filing_path: path, concept_id, taxonomy_year });
    expect(metadata('OWN:Spent', 2022)).toEqual({
      concept_id: 'OWN:Spent',
      balance: 'credit',
      period_type: 'duration',
      label: null,
      source: 'xsd',
      is_directional_hint: false,
    });
    expect(metadata('us-gaap:Assets', 2022)).toMatchObject({ source: 'taxonomy' });
    expect(metadata('us-gaap:Assets', 2023)).toMatchObject({ source: 'not_found', label: null });
    expect(metadata('us-gaap:Assets', 2022, 'XBRL/nothing')).toMatchObject({ balance: 'debit' });
  });
});

it.each([
  ['2023-12-31', '2023-12-31'],
  [' 2023-12-31 ', '2023-12-31'],
  ['2023-02-30', '2023-02-30'],
  ['2023-01-01  to  2023-12-31', '2023-01-01/2023-12-31'],
  ['FY2023', '2023-01-01/2023-12-31'],
  ['Q3 2023', '2023-07-01/2023-09-30'],
])('the period %j is %s', (text, canonical) => {
  expect(publishedPeriod(text)).toBe(canonical);
});

it.each([
  '',
  '2023',
  '2023-9-30',
  'fy2023',
  'FY 2023',
  'q3 2023',
  'Q5 2023',
  'Q32023',
  '2023-01-01/2023-12-31',
])('no period is %j', (text) => expect(() => publishedPeriod(text)).toThrow('not a period'));
