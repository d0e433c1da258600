/** What was run, and what a reader must know before believing the figures. */

import type { Result, RunResult } from '#contracts/result';
import { formatFigure, formatQuantity } from './figure-format.js';
import { markup, type Html } from './html.js';
import { answeredShare, answeredShareMin, marketOf, runLabel } from './report-run-view.js';
import { termList } from './term-list.js';

/** More symbols or runs than this are counted, not listed. */
const listedMax = 24;

/** Data, window, symbols, capital, seed, as a list of terms. */
export function scenarioFacts({ scenario, tape, runs }: Result): Html {
  const policies = [...new Set(runs.map(({ policy }) => policy.name))];
  const facts: readonly (readonly [string, string])[] = [
    ['Data set', scenario.data],
    ['Window', `${scenario.window.from} to ${scenario.window.to}`],
    [scenario.portfolio ? 'Symbols, one portfolio' : 'Symbols', listed(scenario.symbols)],
    ['Execution policy', listed(policies)],
    ['Decisions', scenario.decide === 'bar' ? 'at each bar’s end' : 'at each session close'],
    ['Capital', `${formatQuantity(scenario.capital, 2)} ${scenario.currency}`],
    ['Calendar', scenario.calendar],
    ['Price basis', scenario.priceBasis],
    ['Workflow', scenario.workflow],
    ['Seed', String(scenario.seed)],
    ['Repeats', String(scenario.repeats)],
    ['Facts on the tape', formatFigure(tape.facts, 'count')],
  ];
  return termList(facts);
}

/** Notes in order of weight; nothing when there is nothing to say. */
export function notes(result: Result): Html | null {
  const { scenario, runs } = result;
  const found = [
    ...scenario.notes.map((text) => note('Data.', text)),
    lowCoverage(result),
    trusted(result),
    denied(result),
    dropped(runs),
  ].filter((entry) => entry !== null);
  if (found.length === 0) return null;
  return markup`<section class="notes" aria-labelledby="notes">
<h2 id="notes">Before you read on</h2><ul>${found}</ul></section>`;
}

function note(what: string, why: string): Html {
  return markup`<li><strong>${what}</strong> ${why}</li>\n`;
}

function lowCoverage(result: Result): Html | null {
  const low = result.runs.filter((run) => (answeredShare(run) ?? 1) < answeredShareMin);
  if (low.length === 0) return null;
  const names = listed(
    low.map(
      (run) =>
        `${runLabel(run, result)} on ${marketOf(run)} (${formatFigure(answeredShare(run) ?? 0, 'percent')})`,
    ),
  );
  return note(
    `Low coverage in ${formatFigure(low.length, 'count')} of ${formatFigure(result.runs.length, 'count')} runs.`,
    `Fewer than ${formatFigure(answeredShareMin, 'percent')} of the due decisions were answered: ${names}.`,
  );
}

function trusted({ runs }: Result): Html | null {
  const agents = [...new Set(runs.filter((run) => run.trusted).map((run) => run.agent))];
  if (agents.length === 0) return null;
  return note('Trusted modules.', `Ran inside the process, without limits: ${listed(agents)}.`);
}

function denied(result: Result): Html | null {
  const runs = result.runs.filter((run) => run.denied > 0);
  if (runs.length === 0) return null;
  const total = runs.reduce((sum, run) => sum + run.denied, 0);
  const names = listed(
    runs.map((run) => `${runLabel(run, result)} on ${marketOf(run)} (${run.denied})`),
  );
  return note(`Orders denied: ${formatFigure(total, 'count')}.`, `In ${names}.`);
}

/** Runs share their data, so the counts are not added up. */
function dropped(runs: readonly RunResult[]): Html | null {
  const most = runs.reduce((max, run) => Math.max(max, run.rowsDropped), 0);
  if (most === 0) return null;
  return note(
    `Rows dropped: up to ${formatFigure(most, 'count')} a run.`,
    'They had defects; the journal names each of them.',
  );
}

function listed(names: readonly string[]): string {
  const rest = names.length - listedMax;
  const shown = names.slice(0, listedMax).join(', ');
  return rest > 0 ? `${shown} and ${formatFigure(rest, 'count')} more` : shown;
}
