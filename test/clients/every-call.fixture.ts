/**
 * A call of each tool that succeeds on the bundled synthetic market, and what each of
 * them has to give.
 */

import { openMarket, parseAsOf, type Market } from '#backtest';
import { symbolPolicies } from '#portfolio';
import {
  Capability,
  fileTools,
  hedgingTools,
  marketTools,
  reportGenerationTools,
  tradingTools,
  webTools,
  type TradingDesk,
} from '#tools';
import { retrievalTools } from '#workflows/retrieval/retrieval-tools';

export const dataset = 'synthetic-market';
export const asOf = '2023-06-30';
export const sets = {
  trading: [tradingTools, marketTools],
  hedging: [hedgingTools, marketTools],
  'market-insights': [reportGenerationTools, marketTools],
  retrieval: [retrievalTools(), webTools(), fileTools],
};
export type SetName = keyof typeof sets;

type Arguments = Readonly<Record<string, unknown>>;

const day = { target_date: '2023-06-30' };
const june = { date_start: '2023-06-01', date_end: '2023-06-30' };
const years = { date_start: '2022-01-01', date_end: '2023-06-30' };
const alder = { symbol: 'ALDR' };
const pair = { left: 'ALDR', right: 'BRKW' };

const calls: Readonly<Record<string, Arguments>> = {
  get_prices: { ...alder, ...june },
  is_trading_day: { ...alder, ...day },
  list_news: { ...alder, ...years },
  get_news_by_id: { ...alder, id: 'synthetic:255' },
  list_filings: { ...alder, ...years, document_type: '10-Q' },
  get_filing_section: { ...alder, date: '2023-05-02', document_type: '10-Q', section: 'mda' },
  get_indicator: { ...alder, ...june, indicator: 'bbands', length: 10 },
  submit_decision: { ...alder, ...day, price: 100, action: 'HOLD' },
  get_stock_pool: {},
  get_common_trading_dates: { ...june, symbols: ['ALDR', 'BRKW'] },
  is_pair_trading_day: { ...pair, ...day },
  get_pair_prices: { ...pair, ...day },
  apply_pair_action: { ...pair, action: 'LONG_SHORT', prices: { ALDR: 100, BRKW: 50 } },
  submit_hedging_decision: { ...pair, ...day, left_price: 100, right_price: 50, action: 'HOLD' },
  list_peers: alder,
  get_weekly_metrics: { ...alder, ...day },
  get_corporate_actions: { ...alder, ...years },
  get_fundamentals: alder,
  get_account: {},
  get_execution_policy: {},
  get_calendar: june,
  list_indicators: {},
  get_indicator_value: { ...alder, name: 'atr', options: { period: 14 } },
  discover_companies: { keywords: ['ALDR'] },
  discover_company_series: { company_id: 'filer-ALDR', keywords: ['revenue'] },
  get_company_fundamentals: { company_id: 'filer-ALDR', periods: ['2022FY'] },
  search_web: { query: 'shares of Alder' },
  list_files: { folder: 'filings/ALDR' },
  read_file: { path: 'news/ALDR/2023-05-12-synthetic_593.txt' },
  search_files: { keywords: ['shares'], limit: 2 },
  search_news: { ...alder, keywords: ['shares'], ...years },
};

const [policy] = symbolPolicies.own;

/** A desk before its first session, which takes what is submitted. */
const deskOf = (workflow: SetName): TradingDesk => {
  if (policy === undefined) throw new Error('there is no named policy');
  return {
    workflow,
    symbols: ['ALDR', 'BRKW'],
    policy,
    capital: 100_000,
    pair: null,
    account: { cash: 100_000, equity: 100_000, shares: () => 0 },
    submit: () => undefined,
  };
};

export const openSynthetic = (): Promise<Market> => openMarket(dataset);

/** With a desk, as within a decision, or without one, as by hand. */
export const capabilityOf = (market: Market, name: SetName, isDecision: boolean): Capability =>
  new Capability({
    sets: sets[name],
    context: {
      view: market.at(parseAsOf(asOf)).view,
      desk: isDecision ? deskOf(name) : null,
    },
    now: () => 0,
  });

export interface Called {
  readonly tool: string;
  readonly args: Arguments;
  /** As a client has to get it. */
  readonly text: string;
  readonly structured: unknown;
}

/** Every tool of a capability, called in this process. */
export function everyCall(capability: Capability): Called[] {
  return capability.tools.map(({ name }) => {
    const args = calls[name];
    if (args === undefined) throw new Error(`no call of ${name}`);
    const outcome = capability.call(name, args);
    if (outcome.error !== null) throw new Error(`${name}: ${outcome.error}`);
    const { value, text } = outcome;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return { tool: name, args, text, structured: isObject ? value : { result: value } };
  });
}
