/** The effect of each switch by itself; and that every value is found with all of them. */

import { describe, expect, it } from 'vitest';
import { handMade, noon } from './hand-made.fixture.js';
import { fundamentalsStores } from './store/fundamentals-store.js';
import { syntheticFundamentals } from './store/synthetic-source.js';
import { fundamentalsTools } from './retrieval-tools.js';
import { retrievalSwitches, type RetrievalSwitches } from './store/retrieval-terms.js';
import { callTool } from './tool-call.fixture.js';

type Switch = (typeof retrievalSwitches)[number];
const open = fundamentalsStores(handMade);
const store = open(noon('2024-06-01'));
const only = (...names: Switch[]): RetrievalSwitches =>
  Object.fromEntries(names.map((name) => [name, true]));
const rows = (id: string, period: string, ...on: Switch[]) =>
  callTool(
    store,
    ['get_company_fundamentals', { company_id: 'k1', periods: [period], series_ids: [id] }],
    only(...on),
  );
const values = (id: string, period: string, ...on: Switch[]) =>
  rows(id, period, ...on).map((one) => [one['period'], one['value']]);
const context = (id: string, period: string, ...on: Switch[]) =>
  rows(id, period, ...on).map((one) => one['context']);
const series = (keyword: string, ...on: Switch[]) =>
  callTool(
    store,
    ['discover_company_series', { company_id: 'k1', keywords: [keyword] }],
    only(...on),
  ).map(({ id }) => id);
const companies = (keyword: string, ...on: Switch[]) =>
  callTool(store, ['discover_companies', { keywords: [keyword] }], only(...on)).map(
    (one) => one['company_id'],
  );

describe('conventions', () => {
  it('understand a fiscal year by its start and by its end', () => {
    // The year to March 2024 is 2023FY here and 2024FY elsewhere.
    expect(values('sales', '2024FY')).toEqual([]);
    expect(values('sales', '2024FY', 'conventions')).toEqual([['2023FY', 450]]);
    expect(context('sales', '2024FY', 'conventions')).toEqual([
      'Income Statement; unit: JPY; days: 2023-04-01 to 2024-03-31; taken: fiscal year named ' +
        'by its end',
    ]);
  });

  it('put the company’s own label first when several years fit', () => {
    expect(values('sales', '2023FY')).toEqual([['2023FY', 450]]);
    expect(values('sales', '2023FY', 'conventions')).toEqual([
      ['2023FY', 450],
      ['2022FY', 419],
    ]);
  });

  it('understand calendar quarters', () => {
    // April to June 2022: the first quarter here.
    expect(values('sales', '2022Q2', 'conventions')).toEqual([['2022Q1', 100]]);
    expect(context('sales', '2022Q2', 'conventions')).toEqual([
      'Income Statement; unit: JPY; days: 2022-04-01 to 2022-06-30; taken: calendar period',
    ]);
  });

  it('accept Q4, the second half and the year for balances at the year’s end', () => {
    for (const label of ['2022Q4', '2022H2', '2022FY', '2022Q4YTD']) {
      expect(values('assets', label, 'conventions'), label).toEqual([['2022FY', 900]]);
    }
    expect(values('units', '2022FY', 'conventions')).toEqual([['2022Q4', 31]]);
  });

  it('distinguish year-to-date from a quarter', () => {
    expect(values('cash', '2022Q3')).toEqual([['2022Q3', -40.7]]);
    expect(values('cash', '2022Q3', 'conventions')).toEqual([['2022Q3YTD', -40.7]]);
    expect(values('cash', '2022Q3YTD', 'conventions')).toEqual([['2022Q3YTD', -40.7]]);
    expect(values('cash', '2022H1', 'conventions')).toEqual([['2022Q2YTD', -25.5]]);
    expect(context('cash', '2022Q3', 'conventions')[0]).toContain('taken: year to date');
    expect(context('cash', '2022Q3YTD', 'conventions')[0]).toMatch(/taken: as labeled$/);
  });
});

describe('guidance', () => {
  it('is found by the period that it is about', () => {
    expect(values('eps', '2022FY')).toEqual([['2022FY', 12.5]]);
    expect(values('eps', '2023FY')).toEqual([]);
    expect(values('eps', '2023FY', 'guidance')).toEqual([['2022FY', 12.5]]);
    expect(context('eps', '2023FY', 'guidance')).toEqual([
      'Guidance; unit: JPY / shares; announced with: 2022FY; about: 2023FY; ' +
        'taken: as labeled, period that it is about',
    ]);
  });

  it('by the period in another convention, together with that switch', () => {
    expect(values('eps', '2024FY', 'guidance')).toEqual([]);
    expect(values('eps', '2024FY', 'guidance', 'conventions')).toEqual([['2022FY', 12.5]]);
    expect(context('eps', '2024FY', 'guidance', 'conventions')[0]).toContain(
      'taken: fiscal year named by its end, period that it is about',
    );
  });
});

describe('granularity', () => {
  it('offers periods within or around the requested one', () => {
    expect(values('units', '2022FY')).toEqual([]);
    expect(values('units', '2022FY', 'granularity')).toEqual([['2022Q4', 31]]);
    expect(context('units', '2022FY', 'granularity')[0]).toContain(
      'taken: offered, nothing is stored for 2022FY',
    );
    expect(values('sales', '2022Q3', 'granularity')).toEqual([['2022FY', 419]]);
    expect(values('assets', '2022Q4', 'granularity')).toEqual([['2022FY', 900]]);
    expect(values('sales', '2021FY', 'granularity')).toEqual([]);
  });

  it('begins with the nearest length, and offers at most four', () => {
    expect(values('cash', '2022H1', 'granularity').map(([period]) => period)).toEqual([
      '2022Q2',
      '2022Q3',
      '2022Q1',
      '2022FY',
    ]);
  });

  it('offers nothing when there is a value', () => {
    expect(values('sales', '2022FY', 'granularity')).toEqual([['2022FY', 419]]);
  });

  it('counts for series by period too', () => {
    const found = (...on: Switch[]) =>
      callTool(
        store,
        ['discover_company_series', { company_id: 'k1', keywords: ['units'], periods: ['2022FY'] }],
        only(...on),
      ).length;
    expect([found(), found('granularity'), found('conventions')]).toEqual([0, 1, 1]);
  });
});

describe('synonyms', () => {
  it.each([
    ['turnover', 'sales'],
    ['total sales', 'sales'],
    ['capex', 'cash'],
    ['eps', 'eps'],
    ['outlook for', null],
    ['production', 'units'],
  ])('take %s for words of the name', (keyword, id) => {
    expect(series(keyword)).toEqual([]);
    expect(series(keyword, 'synonyms')).toEqual(id === null ? [] : [id]);
  });

  it('take one legal form for another', () => {
    expect(companies('Nagoya Gear Corp')).toEqual([]);
    expect(companies('Nagoya Gear Corp', 'synonyms')).toEqual(['k1']);
  });

  it('rank below words that match', () => {
    expect(series('total', 'synonyms')).toEqual(['assets', 'sales']);
  });
});

describe('fuzzy', () => {
  it.each([
    ['revnue', 'sales'],
    ['captial expenditures', 'cash'],
    ['expenditures investing', 'cash'],
    ['asets', 'assets'],
  ])('takes %s for words of the name', (keyword, id) => {
    expect(series(keyword)).toEqual([]);
    expect(series(keyword, 'fuzzy')).toEqual([id]);
  });

  it('takes no other words', () => {
    expect(series('rvnu', 'fuzzy')).toEqual([]);
    expect(series('epa', 'fuzzy')).toEqual([]);
    expect(companies('Nagoia', 'fuzzy')).toEqual(['k1']);
  });
});

describe('fiscal-year ends', () => {
  it('are in every answer', () => {
    const on = only('fiscalYearEnds');
    const march = 'March; 2022FY starts in 2022 and ends in 2023';
    const all = [
      callTool(store, ['discover_companies', { keywords: ['gear'] }], on),
      callTool(
        store,
        ['discover_company_series', { company_id: 'k1', keywords: ['eps', 'total'] }],
        on,
      ),
      callTool(store, ['get_company_fundamentals', { company_id: 'k1', periods: ['2022FY'] }], on),
    ];
    expect(all.map((answer) => answer.map((row) => row['fiscal_year_end']))).toEqual([
      ['June; 2022FY starts in 2021 and ends in 2022', march],
      [march, march],
      [march, march, march, march],
    ]);
    expect(context('sales', '2022FY', 'fiscalYearEnds')).toEqual([
      'Income Statement; unit: JPY; days: 2022-04-01 to 2023-03-31',
    ]);
  });
});

it.each(['conventions', 'guidance', 'granularity', 'fiscalYearEnds'] as const)(
  'the texts of the tools say %s when it is on',
  (name) => {
    const texts = (switches: RetrievalSwitches) =>
      fundamentalsTools(() => store, switches).map(({ description }) => description);
    const changed = texts(only(name)).map((text, at) => text !== texts({})[at]);
    expect(changed).toEqual([false, true, true]);
  },
);

describe('with every switch', () => {
  const all = only(...retrievalSwitches);
  const data = syntheticFundamentals({ seed: 3, companies: 4, years: 2 });
  const synthetic = fundamentalsStores(data)(Infinity);
  const stored = data.series.flatMap((series) =>
    synthetic.points(series.id).map((point) => ({ series, point })),
  );

  it.each([
    ['none', {}],
    ['every', all],
  ] as const)('and %s, each value is found by its name and period', (_, switches) => {
    expect(stored.length).toBeGreaterThan(1200);
    for (const { series, point } of stored) {
      const label = switches === all ? point.period : point.period.replace('YTD', '');
      const asked = { company_id: series.companyId, periods: [label] };
      const found = callTool(
        synthetic,
        ['discover_company_series', { ...asked, keywords: [series.path] }],
        switches,
      );
      expect(found[0], point.id).toMatchObject({ id: series.id, full_series_name: series.path });
      const answer = callTool(
        synthetic,
        ['get_company_fundamentals', { ...asked, series_ids: [series.id] }],
        switches,
      );
      expect(answer[0], point.id).toMatchObject({ fundamental_id: point.id, value: point.value });
    }
  });

  it('guidance is found by the period that it is about', () => {
    for (const { series, point } of stored) {
      if (point.targetPeriod === null) continue;
      const asked = {
        company_id: series.companyId,
        periods: [point.targetPeriod],
        series_ids: [series.id],
      };
      const answer = callTool(synthetic, ['get_company_fundamentals', asked], all);
      expect(answer.map((row) => row['fundamental_id'])).toContain(point.id);
    }
  });

  it('nothing later than the as-of shows in any answer', () => {
    for (const asOf of data.points
      .map(({ knownAt }) => knownAt)
      .filter((_, at) => at % 400 === 0)) {
      const then = fundamentalsStores(data)(asOf);
      const later = new Set(
        data.points.filter(({ knownAt }) => knownAt > asOf).map(({ id }) => id),
      );
      for (const { id } of then.companies()) {
        const periods = ['2019Q1', '2019H1', '2019FY', '2020Q3', '2020FY', '2021FY'];
        const answer = callTool(
          then,
          ['get_company_fundamentals', { company_id: id, periods }],
          all,
        );
        expect(answer.filter((row) => later.has(String(row['fundamental_id'])))).toEqual([]);
      }
    }
  });
});
