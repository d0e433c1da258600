/** The setup of a scenario that trades. */

import type { Result } from '#contracts/result/result';
import { formatCount, formatQuantity, listed } from '../words/figure-format.js';
import { markup, type Html } from '../html/html.js';
import { hasClosed, liveFeedWords } from '../words/data-words.js';
import { type Section, termList } from '../html/elements.js';

/** The subject of the figures, in a line. */
export function scenarioLine(result: Result): Html | null {
  const { market } = result.scenario;
  if (market === undefined) return null;
  const { symbols, capital, currency } = market;
  const money = `${formatQuantity(capital, 2)} ${currency}`;
  return markup`<p>${listed(symbols)} · ${windowWords(result)} · policy ${policiesOf(result)} · ${money}</p>`;
}

/** Its section: data, window, symbols, capital, seed, as a list of terms. */
export function scenarioSection(result: Result): Section | null {
  const { scenario, tape } = result;
  const { market } = scenario;
  if (market === undefined) return null;
  const live = liveFeedWords(result);
  const facts: readonly (readonly [string, string])[] = [
    ['Data set', scenario.data],
    ['Window', windowWords(result)],
    ...(live === undefined ? [] : [['Live feed', live.feed] as const]),
    ...(live === undefined ? [] : [['Irregularities', live.irregularities] as const]),
    [symbolsTitle(scenario.workflow, market.portfolio), listed(market.symbols)],
    ['Execution policy', policiesOf(result)],
    [
      'Decisions',
      market.decide === 'bar'
        ? 'at each bar’s end; curves are drawn at session closes'
        : 'at each session close',
    ],
    ['Capital', `${formatQuantity(market.capital, 2)} ${market.currency}`],
    ['Calendar', market.calendar],
    ['Price basis', market.priceBasis],
    ['Workflow', scenario.workflow],
    ['Seed', String(scenario.seed)],
    ['Repeats', String(scenario.repeats)],
    ['Facts on the tape', formatCount(tape.facts)],
  ];
  return { id: 'scenario', title: 'Scenario', content: termList(facts) };
}

function policiesOf({ runs }: Result): string {
  return listed([...new Set(runs.flatMap(({ policy }) => policy?.name ?? []))]);
}

function symbolsTitle(workflow: string, portfolio: boolean): string {
  if (workflow === 'hedging') return 'Pool of symbols, one pair per run';
  return portfolio ? 'Symbols, one portfolio' : 'Symbols';
}

/** First and last session, and whether it continues. */
function windowWords(result: Result): string {
  const { window, open } = result.scenario;
  if (window === undefined) return '';
  if (open !== true) return `${window.from} to ${window.to}`;
  const reached = hasClosed(result) ? `reached ${window.to}` : 'no session closed yet';
  return `from ${window.from}, still open, ${reached}`;
}
