/**
 * One decision of a transcript, folded: the model's prompt, thoughts, calls and
 * submission, step by step.
 */

import type { AttemptTranscript, CallStep, DecisionTranscript, ToolStep } from '#llm';
import { formatCount, formatFigure, shortened } from '../words/figure-format.js';
import { costText, formatSeconds } from '../words/model-figures.js';
import { folded } from '../html/elements.js';
import { markup, type Html } from '../html/html.js';

/** Per text, more than anyone will read; the command line shows all of it. */
const charactersMax = 20_000;
/**
 * Texts of more lines or characters than this are folded: prompts repeat from decision to decision.
 */
const openCharactersMax = 1_500;

export function decisionSection(decision: DecisionTranscript): Html {
  const { asOf, session, attempts, otherTools } = decision;
  const last = attempts.at(-1);
  const end = last === undefined ? '' : endText(last);
  const title = markup`<h3>${session ?? 'Decision'}, as-of ${asOf}</h3>`;
  const others =
    otherTools.length > 0 &&
    markup`<div class="attempt"><h4>Tool calls that no recorded model call requested</h4>
${steps(otherTools.map(toolItem))}</div>`;
  return markup`<details class="run" id="run-${asOf}">
<summary>${title} <span class="figure">${end}</span></summary>
<div class="body">${attempts.map((attempt) => attemptPart(attempt, attempts.length))}${others}</div>
</details>
`;
}

function endText({ class: end, decision }: AttemptTranscript): string {
  if (end !== 'answered' || decision === null) return end ?? 'not ended';
  return shortened(actionOf(decision) ?? decision, 80);
}

/** BUY of `{"action":"BUY",...}`; undefined for decisions of another kind. */
function actionOf(decision: string): string | undefined {
  try {
    const { action } = JSON.parse(decision) as { readonly action?: unknown };
    return typeof action === 'string' ? action : undefined;
  } catch {
    return undefined;
  }
}

function attemptPart(attempt: AttemptTranscript, attempts: number): Html {
  const { class: end, reason, decision, notes, durationMs } = attempt;
  const took = durationMs === null ? '' : ` after ${formatSeconds(durationMs)}`;
  const title = `Attempt ${attempt.attempt} of ${attempts}: ${end ?? 'not ended'}${took}`;
  return markup`<div class="attempt"><h4>${title}</h4>
${attempt.calls.map(callPart)}
${steps([
  ...(reason === null ? [] : [textItem('Reason', reason, 'trouble')]),
  ...(decision === null ? [] : [textItem('Decision', decision, 'submission')]),
  ...(notes === null ? [] : [textItem('Notes', notes)]),
])}</div>
`;
}

function callPart(call: CallStep): Html {
  const { told, thought, text, tools, error, raw } = call;
  return markup`${steps(
    told.map(({ role, text: content }) =>
      textItem(role === 'system' ? 'System prompt' : 'Prompt', content),
    ),
  )}
<p class="call">${callText(call)}</p>
${steps([
  ...(thought === '' ? [] : [textItem('Thought', thought, 'thought')]),
  ...(text === '' ? [] : [textItem('Text', text)]),
  ...tools.map(toolItem),
  ...(error === null ? [] : [textItem('Error', error, 'trouble')]),
  ...(raw === null ? [] : [textItem('Not understood', raw, 'trouble')]),
])}`;
}

/** A list without items is left out. */
const steps = (items: readonly Html[]): Html | null =>
  items.length === 0 ? null : markup`<ol class="steps">${items}</ol>`;

function toolItem({ name, arguments: asked, result, error, isSubmission }: ToolStep): Html {
  const what = isSubmission ? 'Submission' : 'Tool call';
  const failure = error === result ? null : error;
  return markup`<li class="${isSubmission ? 'submission' : 'tool'}">
<h5>${what} <code>${shortened(name, 100)}</code></h5>${textPart(`Arguments of ${name}`, asked)}
${result !== null && markup`<h5>Result</h5>${textPart(`Result of ${name}`, result)}`}
${failure !== null && markup`<h5>Failed</h5>${textPart(`Failure of ${name}`, failure)}`}</li>
`;
}

const textItem = (title: string, text: string, style = 'said'): Html =>
  markup`<li class="${style}"><h5>${title}</h5>${textPart(title, text)}</li>
`;

/** A long text is folded; if it exceeds a page's limit, the length of the rest is shown. */
function textPart(what: string, text: string): Html {
  const rest = text.length - charactersMax;
  const more =
    rest > 0 &&
    markup`<p class="aside">${formatCount(rest)} more characters:
<code>tapefold transcript --full</code> shows them.</p>`;
  const shown = text.slice(0, charactersMax);
  // Scrollable parts can be focused, for scrolling by keyboard.
  const focus =
    mayScroll(shown) && markup` tabindex="0" role="group" aria-label="${shortened(what, 120)}"`;
  const block = markup`<pre${focus}>${shown}</pre>${more}`;
  if (text.length <= openCharactersMax) return block;
  return folded(`Show ${formatCount(text.length)} characters`, block);
}

const mayScroll = (text: string): boolean => text.length > 400 || text.split('\n').length > 12;

function callText(call: CallStep): string {
  const { lane, ordinal, model, tries, status, stopReason, durationMs, usage, usd } = call;
  const name = lane === 'main' ? `Call ${ordinal}` : `Call ${shortened(lane, 64)} ${ordinal}`;
  const outcome = tries.at(-1) ?? 'no try';
  return [
    `${name} of ${shortened(model, 100)}: ${outcome}`,
    ...(status === null || status === 200 ? [] : [`status ${status}`]),
    ...(tries.length > 1
      ? [`${tries.length} tries (before: ${tries.slice(0, -1).join(', ')})`]
      : []),
    ...(stopReason === null ? [] : [`stop reason ${shortened(stopReason, 60)}`]),
    formatSeconds(durationMs),
    usage === null
      ? 'no usage stated'
      : `${formatCount(usage.input)} tokens in, ${formatCount(usage.output)} out`,
    costWords({ usd, unpriced: call.mayBeCharged ? 1 : 0 }),
  ].join(', ');
}

/** Totals of model calls. */
export function sumOf(calls: readonly CallStep[]) {
  const priced = calls.flatMap(({ usd }) => usd ?? []);
  const metered = calls.flatMap(({ usage }) => usage ?? []);
  return {
    calls: calls.length,
    /** Tokens, of calls whose provider reported them. */
    input: metered.reduce((sum, { input }) => sum + input, 0),
    output: metered.reduce((sum, { output }) => sum + output, 0),
    /** US dollars of calls with a price; null if none has one. */
    usd: priced.length === 0 ? null : priced.reduce((sum, usd) => sum + usd, 0),
    /** Calls without a price, except those that cannot have been charged. */
    unpriced: calls.filter((call) => call.mayBeCharged && call.usd === null).length,
  };
}

/**
 * `$0.0041`: three significant digits, as a call can cost a hundredth of a cent; cents
 * from a dollar up.
 */
const dollars = (usd: number): string =>
  usd >= 1 || usd === 0 ? `$${formatFigure(usd, 'money')}` : `$${Number(usd.toPrecision(3))}`;

/**
 * In words, as in the table of the runs: an uncharged call costs nothing, one without a
 * price is unpriced.
 */
export const costWords = (cost: Parameters<typeof costText>[0]): string => costText(cost, dollars);
