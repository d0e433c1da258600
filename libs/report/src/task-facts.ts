/** What was run, of a scenario of tasks. */

import { printable } from '#values';
import type { TaskResult } from '#contracts/result';
import { formatFigure } from './figure-format.js';
import { markup, type Html } from './html.js';
import { listedMax } from './listed.js';
import { code, termList } from './term-list.js';

/** Longer terms are cut: the manifests have them whole. */
const termLengthMax = 300;

/** Data, workflow and its terms, seed, solutions, as a list of terms. */
export function taskFacts({ scenario, tape }: TaskResult): Html {
  const { solutions } = scenario;
  return termList([
    ['Data set', scenario.data],
    ['Workflow', scenario.workflow],
    ['Seed', String(scenario.seed)],
    ['Repeats', String(scenario.repeats)],
    ['Facts on the tape', formatFigure(tape.facts, 'count')],
    ...(solutions === null ? [['Solutions', 'none'] as const] : []),
    ['Terms', termsText(scenario.terms)],
    ...(solutions === null ? [] : [['Solutions, SHA-256', code(solutions)] as const]),
  ]);
}

/** Each term in a line of its own. */
function termsText(terms: TaskResult['scenario']['terms']): Html | string {
  const entries = Object.entries(terms);
  if (entries.length === 0) return 'none';
  const shown = entries
    .slice(0, listedMax)
    .map(([name, value]) => termLine(`${name}: ${JSON.stringify(value)}`));
  const rest = entries.length - shown.length;
  return markup`${shown}${rest > 0 && `and ${formatFigure(rest, 'count')} more`}`;
}

function termLine(text: string): Html {
  return markup`<div>${code(printable(text, termLengthMax))}</div>`;
}
