/** `tapefold inspect`: a run at an instant, in words. */

import { formatCivilDate, formatInstant, printable as printed } from '#values';
import type { JournalEvent } from '#contracts';
import { decisionWords, eventWords } from '#contracts/journal/event-words';
import {
  inspectRun,
  type InspectedCall,
  type Inspection,
  type TaskInspection,
  type TradingInspection,
} from '#backtest';
import { type Options, textOf } from '../../program/option-value.js';
import { runNamed } from '../../output/run-named.js';
import { printAs, notify } from '../../program/print.js';

export async function inspectCommand(run: string, options: Options): Promise<void> {
  const data = textOf(options['data']);
  const at = textOf(options['at']) ?? null;
  const inspection = await inspectRun(runNamed(run), at, data === undefined ? {} : { data });
  printAs(options, inspection, () => linesOf(inspection).join('\n'));
  const { journalEnd } = inspection;
  if (journalEnd !== null) {
    const { asOf, time } = journalEnd;
    const end = `its journal ends at as-of ${asOf}, ${formatInstant(time)}`;
    notify(`the run is not finished: ${end}; what follows is not in it`);
  }
}

function linesOf(inspection: Inspection): string[] {
  if ('workflow' in inspection) return tasks(inspection);
  return [...knowable(inspection), ...called(inspection), ...decided(inspection)];
}

function tasks({ run, workflow, agent, asOf, time, task, decision, rationale }: TaskInspection) {
  return [
    `${run} at ${formatInstant(time)} (as-of ${asOf}, workflow ${workflow})`,
    '',
    'Asked',
    ...(task === null
      ? ['  nothing yet']
      : [`  task ${printable(task.id)}: ${printable(task.instruction)}`]),
    '',
    `Answered by ${agent}`,
    ...(decision === null ? ['  nothing yet'] : [`  ${answer(decision)}`]),
    ...(rationale === null ? [] : [`  because: ${printable(rationale)}`]),
  ];
}

function knowable({ run, asOf, time, session, bars, news, filings }: TradingInspection): string[] {
  return [
    `${run} at ${formatInstant(time)} (as-of ${asOf}, session ${session ?? 'none yet'})`,
    '',
    'Knowable',
    ...bars.map(({ symbol, known, last }) =>
      last === null
        ? `  ${printable(symbol)}: no bar yet`
        : `  ${printable(symbol)}: close ${last.close} of ${formatInstant(last.time)}, ` +
          `${known} bars`,
    ),
    ...news.map((item) => `  news ${formatInstant(item.publishedAt)}  ${printable(item.title)}`),
    ...filings.map(
      (filing) =>
        `  ${printable(filing.form)} of ${printable(filing.symbol)}, filed ` +
        `${formatCivilDate(filing.filedDate)}`,
    ),
  ];
}

function called({ calls }: TradingInspection): string[] {
  return calls.length === 0 ? [] : ['', 'Called', ...calls.map((call) => `  ${callWords(call)}`)];
}

function callWords({ tool, arguments: asked, result, bytes, error }: InspectedCall): string {
  const outcome =
    error === null ? `${bytes} bytes, texts/${result}.txt` : `refused: ${printable(error)}`;
  return `${printable(tool)} ${printable(asked)}: ${outcome}`;
}

function decided(inspection: TradingInspection): string[] {
  const { agent, decision, rationale, consequences, policy } = inspection;
  return [
    '',
    `Decided by ${agent}`,
    ...(decision === null ? ['  nothing yet'] : [`  ${answer(decision)}`]),
    ...(rationale === null ? [] : [`  because: ${printable(rationale)}`]),
    '',
    `Filled under ${policy.name} version ${policy.version} (market orders at ${policy.fill})`,
    ...consequences.map((event) => `  ${consequence(event)}`),
    ...unpaidWeights(inspection),
    ...(consequences.length === 0 ? ['  no order came from this decision'] : []),
    '',
    'Account',
    ...holdings(inspection),
  ];
}

function holdings({ account, openings }: TradingInspection): string[] {
  return [
    `  cash ${account.cash.toFixed(2)}`,
    ...openings.map(({ fill, decided: at }) => {
      const held = `${account.shares[fill.symbol]} ${printable(fill.symbol)}`;
      const opened = `order ${fill.order} decided at ${formatInstant(at)}`;
      return (
        `  ${held}, held since ${opened}, filled at ` +
        `${formatInstant(fill.time)} for ${fill.price}`
      );
    }),
  ];
}

function answer(decision: NonNullable<Inspection['decision']>): string {
  const place = `${decision.type} at ${formatInstant(decision.time)} (as-of ${decision.asOf})`;
  if (decision.type === 'DecisionsUnchanged') {
    const stretch = `unchanged from as-of ${decision.since} to ${decision.asOf}`;
    return `${stretch}: ${decisionWords(decision.decision)}`;
  }
  if (decision.type === 'DecisionMade') return `${place}: ${decisionWords(decision.decision)}`;
  if (decision.type === 'PairDecided') return `${place}: ${eventWords(decision).terms}`;
  if (decision.type === 'AnswerGiven') {
    return `${place}: task ${printable(decision.task)}, ${printable(decision.answer)}`;
  }
  const stated = 'class' in decision && decision.class !== undefined;
  const named = stated ? `${place}, ${decision.class}` : place;
  return 'reason' in decision ? `${named}: ${printable(decision.reason)}` : named;
}

function consequence(event: JournalEvent): string {
  const { what, terms } = eventWords(event);
  return `${what} at ${formatInstant(event.time)}: ${terms}`;
}

/** Tells the reader of a denial that the money is still where the decision does not name it. */
function unpaidWeights({ decision, consequences }: TradingInspection): string[] {
  const isUnpaid = consequences.some(
    (event) =>
      'reason' in event && (event.reason === 'not enough cash' || event.reason === 'scaled'),
  );
  const ofWeights = decision?.type === 'DecisionMade' && decision.decision.kind === 'weights';
  if (!isUnpaid || !ofWeights) return [];
  const sum = decision.decision.weights.reduce((total, { weight }) => total + Math.abs(weight), 0);
  if (sum > 1 + 1e-9) {
    return [`  the weights add up to ${Number(sum.toPrecision(9))}, signs aside; nothing is lent`];
  }
  return ["  a symbol that weights do not name keeps its position, unless they say rest: 'flat'"];
}

/** Foreign text on a terminal: no control characters, so that it cannot move the cursor. */
const printable = (text: string): string => printed(text, 160);
