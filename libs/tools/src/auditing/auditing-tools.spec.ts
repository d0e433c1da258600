/** The auditing tools on tiny filings: facts, networks, concepts, and what is not known yet. */

import { describe, expect, it } from 'vitest';
import { answer, outcomeOf, smallMarket } from '../trading/small-market.fixture.js';
import { auditedMarket, filesOfPackage } from './auditing.fixture.js';
import { auditingTools } from './auditing-tools.js';
import { isDirectional } from './concept-names.js';

const market = auditedMarket();
const ask = (name: string, args: object, asOf = '2026-01-06'): unknown =>
  answer(auditingTools, { view: market(asOf) }, [name, args]);
const errorOf = (name: string, args: object, asOf = '2026-01-06'): string | null =>
  outcomeOf(auditingTools, { view: market(asOf) }, [name, args]).error;

const filing_path = 'XBRL/10k-abc-20231231';
const find = (name: string, asOf?: string): unknown => {
  const [filing_name, ticker, issue_time] = name.split('-');
  return ask('find_filing', { filing_name, ticker, issue_time }, asOf);
};
const facts = (concept_id: string, period: string): unknown =>
  ask('get_facts', { filing_path, concept_id, period });

describe('find_filing', () => {
  it('finds a filing in upper or lower case', () => {
    expect(find('10K-ABC-20231231')).toEqual({
      filing_path,
      filing_year: 2023,
      found: true,
      message: `found ${filing_path}`,
      files: { htm: 'own_htm.xml', cal: 'own_cal.xml', lab: 'own_lab.xml', xsd: 'own.xsd' },
    });
  });

  it.each([
    ['10k-abc-20221231', 'no filing 10k-abc-20221231 is known'],
    ['10k-nope-20231231', 'no filing 10k-nope-20231231 is known'],
    ['us-gaap-20230000', 'no filing us-gaap-20230000 is known'],
    ['10k-bare-20231231', 'filing 10k-bare-20231231 has no instance (*_htm.xml)'],
    ['10k-mixed-20231231', 'filing 10k-mixed-20231231 has no instance (*_htm.xml)'],
    ['10k-stray-20231231', 'no filing 10k-stray-20231231 is known'],
  ])('says why %s is not found', (name, message) => {
    const nothing = { filing_path: null, filing_year: null, files: {}, found: false };
    expect(find(name)).toEqual({ ...nothing, message });
  });
});

describe('a filing that is accepted later', () => {
  const path = 'XBRL/10q-abc-20240331';
  const asked = { filing_path: path, concept_id: 'us-gaap:Assets', period: '2023-12-31' };

  it('does not exist before, in the words of one that never does', () => {
    expect(find('10q-abc-20240331', '2026-01-05')).toMatchObject({ found: false });
    expect(find('10q-abc-20240331')).toMatchObject({ found: true, filing_path: path });
    const { period: _, ...place } = asked;
    for (const [name, args] of [
      ['get_facts', asked],
      ['get_calculation_network', place],
      ['get_concept_metadata', place],
    ] as const) {
      const refusal = errorOf(name, args, '2026-01-05');
      const never = errorOf(name, { ...args, filing_path: 'XBRL/10q-abc-20250331' }, '2026-01-05');
      expect(refusal).toContain('filing_path: no such filing');
      expect(never?.replace('20250331', '20240331')).toBe(refusal);
      expect(errorOf(name, args)).toBeNull();
    }
  });

  it.each([
    '/data/XBRL/10k-abc-20231231',
    'XBRL/../XBRL/10k-abc-20231231',
    'XBRL/10k-abc-20231231/',
    'XBRL/10k-abc-20231231/own_htm.xml',
    'xbrl/10k-abc-20231231',
    'XBRL/10K-abc-20231231',
    '10k-abc-20231231',
    'XBRL/10k-bare-20231231',
    'XBRL\\10k-abc-20231231',
    'us-gaap/2022',
  ])('is refused as path %s is', (wrong) => {
    const refusal = errorOf('get_facts', { ...asked, filing_path: wrong });
    expect(refusal).toBe(
      'filing_path: no such filing; expected the filing_path that find_filing answers; ' +
        `found ${JSON.stringify(wrong)}`,
    );
  });
});

describe('get_facts', () => {
  const plain = { period_type: 'instant', period: '2023-12-31', unit_ref: 'usd' };

  it('leaves out what is empty and what is nil', () => {
    const { matched } = facts('OWN_Note', '2023-01-01 to 2023-12-31') as {
      matched: { value: string }[];
    };
    expect(matched.map(({ value }) => value)).toEqual(['A note.']);
  });

  it('lists those without dimensions first, each once, and leaves out nil', () => {
    expect(facts('us-gaap_Assets', '2023-12-31')).toEqual({
      concept_id: 'us-gaap:Assets',
      requested_period: '2023-12-31',
      requested_period_canonical: '2023-12-31',
      matched: [
        {
          value: '0100',
          decimals: '-1',
          context_ref: 'i',
          dimensions: {},
          typed_axes: [],
          ...plain,
        },
        { value: '101', decimals: '0', context_ref: 'i', dimensions: {}, typed_axes: [], ...plain },
        {
          value: '4',
          decimals: '0',
          context_ref: 'd',
          typed_axes: ['srt:ZAxis'],
          ...plain,
          dimensions: { 'srt:ZAxis': '7', 'srt:AAxis': 'OWN:OneMember' },
        },
      ],
      all_periods_found: ['2023-12-31'],
    });
  });

  it('lists what plain elements of a segment or scenario qualify behind the whole, in one unit', () => {
    const asked = { concept_id: 'us-gaap:Assets', period: '2023-12-31' };
    const { matched } = ask('get_facts', { filing_path: 'XBRL/10k-plain-20231231', ...asked }) as {
      matched: { value: string; unit_ref: string; dimensions: object; typed_axes: string[] }[];
    };
    const rows = matched.map(({ value, dimensions, typed_axes }) => [
      value,
      dimensions,
      typed_axes,
    ]);
    expect(rows).toEqual([
      ['10', {}, []],
      ['1', { 'OWN:region': 'North' }, ['OWN:region']],
      ['2', { 'OWN:kind': 'A, B' }, ['OWN:kind']],
      ['3', { 'OWN:parent': 'p' }, ['OWN:parent']],
      ['4', { 'OWN:budget': '2023' }, ['OWN:budget']],
    ]);
    expect(new Set(matched.map(({ unit_ref }) => unit_ref))).toEqual(new Set(['usd']));
  });

  it.each([
    ['FY2023', '2023-01-01/2023-12-31', 1],
    [' fy 2023 ', '2023-01-01/2023-12-31', 1],
    ['2023-01-01 to 2023-12-31', '2023-01-01/2023-12-31', 1],
    ['2023-01-01/2023-12-31', '2023-01-01/2023-12-31', 1],
    ['Q4 2023', '2023-10-01/2023-12-31', 0],
    ['q42023', '2023-10-01/2023-12-31', 0],
    ['2023-12-31', '2023-12-31', 0],
  ])('reads the period %s', (period, canonical, count) => {
    const found = facts('OWN:Spent', period) as { matched: unknown[] };
    expect(found).toMatchObject({ requested_period_canonical: canonical });
    expect(found.matched).toHaveLength(count);
  });

  it.each([
    '2023',
    'Q5 2023',
    '2023-02-30',
    '2023-12-31 to 2023-01-01',
    'FY23',
    'FY-2023',
    'a to b',
  ])('refuses the period %s', (period) => {
    const refusal = errorOf('get_facts', { filing_path, concept_id: 'OWN:Spent', period });
    expect(refusal).toContain('period: not a period; expected YYYY-MM-DD');
  });

  it('keeps the spelling of a number, and cuts a long text', () => {
    expect(facts('OWN:Spent', 'FY2023')).toMatchObject({
      matched: [{ value: '-.50', decimals: 'INF', period_type: 'duration' }],
    });
    const { matched } = facts('OWN:Policy', 'FY2023') as { matched: { value: string }[] };
    expect(matched[0]?.value).toHaveLength(20_001);
    expect(matched[0]?.value.endsWith('…')).toBe(true);
  });

  it.each([
    [19_999, 19_999],
    [20_000, 20_000],
    [20_001, 20_001],
    [30_000, 20_001],
  ])('shows a text of %i characters with %i, an ellipsis counted', (length, shown) => {
    const text = `${'long '.repeat(6000).slice(0, length - 1)}x`;
    const files = filesOfPackage('10k-long-20231231');
    const instance = 'XBRL/10k-long-20231231/own_htm.xml';
    files[instance] = files[instance]!.replace(/(?:long )+end/, text);
    const view = smallMarket({
      prices: { long: { '2026-01-02': 1 } },
      filings: [
        {
          symbol: 'long',
          form: '10k',
          date: '2025-12-31',
          acceptedAt: 0,
          accession: '10k-long-20231231',
          sections: files,
        },
      ],
    })('2026-01-02');
    const asked = { filing_path: 'XBRL/10k-long-20231231', concept_id: 'OWN:Policy' };
    const found = answer(auditingTools, { view }, ['get_facts', { ...asked, period: 'FY2023' }]);
    const { matched } = found as { matched: { value: string }[] };
    expect(matched[0]?.value).toHaveLength(shown);
    expect(matched[0]?.value.endsWith('…')).toBe(length > 20_000);
  });

  it('knows no concept in another case or with another prefix', () => {
    for (const concept of ['us-gaap:assets', 'own:Spent', 'Spent', '__proto__', 'constructor']) {
      expect(facts(concept, 'FY2023')).toMatchObject({ matched: [], all_periods_found: [] });
    }
  });
});

describe('get_calculation_network', () => {
  const network = (concept_id: string) =>
    ask('get_calculation_network', { filing_path, concept_id });
  const role = 'urn:role/sheet';
  const children = [
    { concept: 'us-gaap:AssetsCurrent', weight: 1, order: 1 },
    { concept: 'OWN:Spent', weight: -1, order: 2 },
  ];

  it('tells children and siblings in order', () => {
    const scanned = { roles_scanned: 1, is_isolated: false };
    expect(network('us-gaap:Assets')).toEqual({
      as_parent: [{ role, children }],
      as_child: [],
      ...scanned,
    });
    const place = { role, parent: 'us-gaap:Assets', siblings: children };
    expect(network('OWN_Spent')).toEqual({ as_parent: [], as_child: [place], ...scanned });
    expect(network('OWN:Policy')).toMatchObject({ is_isolated: true, roles_scanned: 1 });
  });
});

describe('get_concept_metadata', () => {
  const metadata = (concept_id: string, taxonomy_year?: number | null): unknown =>
    ask('get_concept_metadata', { filing_path, concept_id, taxonomy_year });

  it('reads the own schema, then the nearest taxonomy, the earlier of two', () => {
    expect(metadata('OWN:Spent')).toEqual({
      balance: 'credit',
      period_type: 'duration',
      label: 'Money spent',
      source: 'xsd',
      is_directional_hint: false,
      is_two_way: false,
      taxonomy_year_used: null,
    });
    expect(metadata('OWN:Policy')).toMatchObject({
      balance: 'unknown',
      source: 'xsd',
      label: null,
    });
    expect(metadata('us-gaap:Assets', null)).toEqual({
      balance: 'debit',
      period_type: 'instant',
      label: 'Total assets',
      source: 'taxonomy',
      is_directional_hint: false,
      is_two_way: false,
      taxonomy_year_used: 2022,
    });
    expect(metadata('us-gaap:Assets', 2024)).toMatchObject({ taxonomy_year_used: 2024 });
    const none = { balance: 'none', source: 'taxonomy' };
    expect(metadata('us-gaap:SharesIssued')).toMatchObject({ ...none, taxonomy_year_used: 2022 });
    expect(metadata('srt:Only2020')).toMatchObject({ ...none, taxonomy_year_used: 2020 });
    expect(metadata('us-gaap:SharesIssued', 2030)).toEqual({
      balance: 'unknown',
      period_type: 'unknown',
      label: null,
      source: 'not_found',
      is_directional_hint: false,
      is_two_way: false,
      taxonomy_year_used: null,
    });
  });

  it.each([
    ['us-gaap:IncreaseDecreaseInInventories', true],
    ['us-gaap:AccumulatedOtherComprehensiveIncomeLossNetOfTax', true],
    ['us-gaap:ForeignCurrencyTransactionGainLossBeforeTax', true],
    ['us-gaap:StockholdersEquity', true],
    ['us-gaap:NetCashProvidedByUsedInFinancingActivities', true],
    ['us-gaap:NetIncomeLoss', true],
    ['co:CashAndRestrictedCashPeriodIncreaseDecreaseIncludingExchangeRateEffect', true],
    ['us-gaap:CashAndCashEquivalentsPeriodIncreaseDecrease', true],
    ['us-gaap:OtherIncreasesDecreasesInEquity', true],
    ['co:DecreaseIncreaseInDeposits', true],
    ['us-gaap:OperatingIncomeLoss', true],
    ['co:IncomeLossFromOperations', true],
    ['co:LossesEarningsOfAssociates', true],
    ['us-gaap:IncreaseInReceivables', false],
    ['co:IncomeTaxesAndLosses', false],
    ['us-gaap:IncomeTaxExpenseBenefit', false],
    ['us-gaap:ProceedsFromRepaymentsOfCommercialPaper', false],
    ['us-gaap:AllowanceForLoanAndLeaseLossesAdjustmentsNet', false],
    ['us-gaap:MinorityInterestDecreaseFromRedemptions', false],
  ])('tells whether %s may have either sign', (concept, isTwoWay) => {
    expect(metadata(concept)).toMatchObject({ is_two_way: isTwoWay });
  });
});

// By the published words, whatever a negative value is by the name: both are told.
it.each([
  ['us-gaap:InterestExpense', 'Interest Expense', 'debit', true],
  ['us-gaap:InterestExpense', 'Interest Expense', 'credit', false],
  ['us-gaap:NetIncomeLoss', 'Net Income (Loss)', 'credit', false],
  ['us-gaap:TreasuryStockValue', null, 'credit', true],
  ['us-gaap:TreasuryStockValue', null, 'debit', false],
  ['us-gaap:IncreaseDecreaseInInventories', null, 'debit', false],
  ['us-gaap:AdjustmentsToReconcileNetIncomeLoss', 'Loss, to reconcile', 'debit', false],
  ['co:Lossless', 'glossary', 'debit', false],
  ['co:OperatingCosts', 'Write-off of 2023, impairment', 'debit', true],
  ['co:PaymentsForRepurchase', null, 'none', false],
])('the hint for %s (%j) of balance %s is %s', (concept, label, balance, hint) => {
  expect(isDirectional(concept, label, balance)).toBe(hint);
});

describe('query_taxonomy', () => {
  const query = (args: object): unknown => ask('query_taxonomy', args);

  it('searches by name, label and balance, shortest names first', () => {
    expect(query({ name: 'ASSETS', taxonomy_year: 2023 })).toMatchObject({
      taxonomy_year_used: 2022,
      years: [2020, 2022, 2024],
      total: 2,
      relationships: null,
      concepts: [
        { concept: 'us-gaap:Assets', years: [2022, 2024] },
        { concept: 'us-gaap:AssetsNet', years: [2022] },
      ],
    });
    expect(query({ label: 'total' })).toMatchObject({ taxonomy_year_used: 2024, total: 1 });
    const credit = query({ balance: 'credit', taxonomy_year: 2022, limit: 1 });
    expect(credit).toMatchObject({ total: 1, concepts: [{ type: 'money', label: null }] });
    expect(query({ name: 'nothing' })).toMatchObject({ total: 0, concepts: [] });
  });

  it('tells published relationships of one concept', () => {
    expect(query({ concept_id: 'us-gaap_AssetsCurrent' })).toMatchObject({
      total: 0,
      relationships: { taxonomy_year: 2020, as_child: [{ parent: 'us-gaap:Assets' }] },
    });
  });
});

describe('a filing that cannot be read', () => {
  it.each([
    ['10k-bad-20231231', 'XBRL/10k-bad-20231231/own_htm.xml, line 6: '],
    ['10k-web-20231231', 'this is XBRL inside HTML (Inline XBRL), which is not read'],
  ])('%s is found, and refused with file and line, each time', (name, message) => {
    expect(find(name)).toMatchObject({ found: true });
    const asked = { filing_path: `XBRL/${name}`, concept_id: 'us-gaap:Assets', period: 'FY2023' };
    for (const _ of [1, 2]) expect(errorOf('get_facts', asked)).toContain(message);
  });
});
