/** The tools as published, with every switch off. */

import type { ToolContext } from '#tools';
import { describe, expect, it } from 'vitest';
import { handMade, noon } from './hand-made.fixture.js';
import { fundamentalsStores } from './store/fundamentals-store.js';
import { fundamentalsTools } from './retrieval-tools.js';
import { callTool } from './tool-call.fixture.js';

const open = fundamentalsStores(handMade);
const ask = (name: string, args: object, asOf = '2024-06-01') =>
  callTool(open(noon(asOf)), [name, args]);
const companies = (...keywords: string[]) =>
  ask('discover_companies', { keywords }).map(({ ticker }) => ticker);
const series = (keywords: string[], more: object = {}, asOf?: string) =>
  ask('discover_company_series', { company_id: 'k1', keywords, ...more }, asOf).map(({ id }) => id);
const values = (args: object, asOf?: string) =>
  ask('get_company_fundamentals', { company_id: 'k1', ...args }, asOf);

describe('discover_companies', () => {
  it('answers with ticker, name and id', () => {
    expect(ask('discover_companies', { keywords: ['1234.T'] })).toEqual([
      { ticker: '1234.T', name: 'Nagoya Gear Company', company_id: 'k1' },
    ]);
  });

  it('puts the whole ticker before a word, and a word before a part of one', () => {
    expect(companies('gear')).toEqual(['GEAR', '1234.T']);
    expect(companies('Gear')).toEqual(['GEAR', '1234.T']);
    expect(companies('nagoya', 'GEAR')).toEqual(['1234.T', 'GEAR']);
    expect(companies('gearbox')).toEqual(['GEAR']);
    expect(companies('Nagoya  gear company')).toEqual(['1234.T']);
  });

  it('takes words as they are', () => {
    expect(companies('Nagoya Gear Corp')).toEqual([]);
    expect(companies('Nagoia')).toEqual([]);
  });

  it('knows a company from its first value on', () => {
    expect(ask('discover_companies', { keywords: ['gear'] }, '2022-07-31')).toEqual([]);
  });

  it('answers at most 20', () => {
    const many = Array.from({ length: 30 }, (_, at) => {
      const company = handMade.companies[0];
      const of = handMade.series[0];
      const point = handMade.points[0];
      if (!company || !of || !point) throw new Error('no store');
      return {
        company: { ...company, id: `c${at}`, name: `Gear ${at + 10}` },
        series: { ...of, id: `s${at}`, companyId: `c${at}` },
        point: { ...point, id: `p${at}`, seriesId: `s${at}` },
      };
    });
    const store = fundamentalsStores({
      companies: many.map((one) => one.company),
      series: many.map((one) => one.series),
      points: many.map((one) => one.point),
    })(Infinity);
    const found = callTool(store, ['discover_companies', { keywords: ['gear'] }]);
    expect(found).toHaveLength(20);
    expect(found[0]?.['name']).toBe('Gear 10');
  });
});

describe('discover_company_series', () => {
  it('answers with id and full name', () => {
    expect(ask('discover_company_series', { company_id: 'k1', keywords: ['revenue'] })).toEqual([
      { id: 'sales', full_series_name: 'Income Statement | Revenue | Total' },
    ]);
  });

  it('ranks by how many keywords fit, then how well, then the shorter name', () => {
    expect(series(['total', 'assets'])).toEqual(['assets', 'sales']);
    expect(series(['total'])).toEqual(['assets', 'sales']);
    expect(series(['Income Statement | Revenue | Total', 'total'])).toEqual(['sales', 'assets']);
    expect(series(['capital expend'])).toEqual(['cash']);
    expect(series(['turnover'])).toEqual([]);
    expect(series(['total revenue'])).toEqual([]);
  });

  it('lists all series by name without a keyword', () => {
    expect(series([])).toEqual(['assets', 'cash', 'eps', 'sales', 'units']);
  });

  it('keeps series with a value for one of the periods, by the label of the company', () => {
    expect(series([], { periods: ['2023FY'] })).toEqual(['sales']);
    expect(series([], { periods: ['2022Q4'] })).toEqual(['units']);
    expect(series([], { periods: ['2022q3', '2023FY'] })).toEqual(['cash', 'sales']);
    expect(series([], { periods: [] })).toHaveLength(5);
  });

  it('says the same of a company that is not known yet as of none', () => {
    const refused = (id: string, asOf: string) => () =>
      ask('discover_company_series', { company_id: id, keywords: [] }, asOf);
    const words = (id: string) =>
      `company_id: unknown id; expected an id from discover_companies; found "${id}"`;
    expect(refused('k2', '2023-11-02')).toThrow(words('k2'));
    expect(refused('k9', '2023-11-02')).toThrow(words('k9'));
    expect(refused('k2', '2023-11-03')()).toHaveLength(1);
  });
});

describe('get_company_fundamentals', () => {
  it('answers with values of the newest known version', () => {
    const row = (value: number, id: string) => ({
      value,
      quarterized_value: null,
      period: '2022FY',
      context: 'Income Statement; unit: JPY',
      series_name: 'Income Statement | Revenue | Total',
      fundamental_id: id,
    });
    const asked = { periods: ['2022FY'], series_ids: ['sales'] };
    expect(values(asked)).toEqual([row(419, 'sales-again')]);
    expect(values(asked, '2023-06-01')).toEqual([row(420, 'sales 2022FY')]);
    expect(values(asked, '2023-05-09')).toEqual([]);
  });

  it('follows the order of series and periods, each once', () => {
    const ids = (args: object) => values(args).map((one) => one['fundamental_id']);
    expect(ids({ periods: ['2023FY', '2022Q1'], series_ids: ['sales', 'cash', 'sales'] })).toEqual([
      'sales 2023FY',
      'sales 2022Q1',
      'cash 2022Q1',
    ]);
    expect(ids({ periods: ['2022FY', '2022FY'] })).toEqual([
      'assets 2022FY',
      'cash 2022FY',
      'eps-1',
      'sales-again',
    ]);
  });

  it('has year-to-date values under their last quarter, and that quarter alone beside them', () => {
    const rows = values({
      periods: ['2022Q1', '2022Q2', '2022Q3', '2022FY'],
      series_ids: ['cash'],
    });
    expect(rows.map((one) => [one['period'], one['value'], one['quarterized_value']])).toEqual([
      ['2022Q1', -10, -10],
      ['2022Q2', -25.5, -15.5],
      ['2022Q3', -40.7, -15.2],
      ['2022FY', -60, -19.3],
    ]);
  });

  it('has no quarter in guidance and in a year without quarters, and the value itself in a balance', () => {
    const quarter = (id: string, period: string) =>
      values({ periods: [period], series_ids: [id] }).map((one) => one['quarterized_value']);
    expect(quarter('eps', '2022FY')).toEqual([null]);
    expect(quarter('units', '2022Q4')).toEqual([null]);
    expect(quarter('assets', '2022FY')).toEqual([900]);
    expect(quarter('sales', '2022Q1')).toEqual([100]);
  });

  it.each([
    ['2023', 'periods: not a period; expected 2023Q1, 2022FY or 2023H1; found "2023"'],
    ['Q1 2023', 'not a period'],
    ['2022Q3YTD', 'not a period'],
  ])('refuses the period %s', (period, message) => {
    expect(() => values({ periods: [period] })).toThrow(message);
    expect(() => series([], { periods: [period] })).toThrow(message);
  });

  it('says the same of a series that is not known yet, of another company and of none', () => {
    for (const id of ['eps', 'margin', 'nothing']) {
      expect(() => values({ periods: ['2022Q1'], series_ids: [id] }, '2023-05-09')).toThrow(
        `series_ids: unknown id; expected an id from discover_company_series; found "${id}"`,
      );
    }
  });

  it('ignores labels of other conventions, target periods and other lengths', () => {
    const found = (period: string, id: string) =>
      values({ periods: [period], series_ids: [id] }).length;
    expect(found('2024FY', 'sales')).toBe(0);
    expect(found('2023FY', 'eps')).toBe(0);
    expect(found('2022FY', 'units')).toBe(0);
    expect(found('2022Q4', 'assets')).toBe(0);
  });
});

describe('the tools', () => {
  it('take the vendor’s arguments, letter for letter', () => {
    const tools = fundamentalsTools(() => open(0));
    expect(tools.map(({ name, input }) => [name, Object.keys(input.shape)])).toEqual([
      ['discover_companies', ['keywords']],
      ['discover_company_series', ['company_id', 'keywords', 'periods']],
      ['get_company_fundamentals', ['company_id', 'periods', 'series_ids']],
    ]);
  });

  it('read the store of their context', () => {
    const seen: ToolContext[] = [];
    const context = { desk: null } as ToolContext;
    const [companiesTool] = fundamentalsTools((toolContext) => {
      seen.push(toolContext);
      return open(noon('2022-08-01'));
    });
    expect(companiesTool?.call({ keywords: ['gear'] }, context)).toHaveLength(1);
    expect(seen).toEqual([context]);
  });
});
