/** `tapefold inspect`: a run at an instant, in words. */

import { formatCivilDate, formatInstant } from '#values';
import type { JournalEvent } from '#contracts';
import { inspectRun, type Inspection } from '#backtest';
import { exitCodes } from '../exit-code.js';
import { textOf } from '../option-value.js';

export async function inspectCommand(
  run: string,
  options: Record<string, unknown>,
): Promise<number> {
  const data = textOf(options['data']);
  const at = textOf(options['at']) ?? '';
  const inspection = await inspectRun(run, at, data === undefined ? {} : { data });
  if (options['json'] === true) {
    process.stdout.write(`${JSON.stringify(inspection, null, 2)}\n`);
  } else {
    process.stdout.write(`${[...knowable(inspection), ...decided(inspection)].join('\n')}\n`);
  }
  return exitCodes.ok;
}

function knowable({ run, asOf, time, session, bars, news, filings }: Inspection): string[] {
  return [
    `${run} at ${formatInstant(time)} (as-of ${asOf}, session ${session ?? 'none yet'})`,
    '',
    'Knowable',
    ...bars.map(({ symbol, known, last }) =>
      last === null
        ? `  ${printable(symbol)}: no bar yet`
        : `  ${printable(symbol)}: close ${last.close} of ${formatInstant(last.time)}, ${known} bars`,
    ),
    ...news.map((item) => `  news ${formatInstant(item.publishedAt)}  ${printable(item.title)}`),
    ...filings.map(
      (filing) =>
        `  ${printable(filing.form)} of ${printable(filing.symbol)}, filed ${formatCivilDate(filing.filedDate)}`,
    ),
  ];
}

function decided(inspection: Inspection): string[] {
  const { agent, account, decision, rationale, consequences, policy } = inspection;
  const held = Object.entries(account.shares).filter(([, shares]) => shares !== 0);
  const lines = [
    '',
    `Decided by ${agent}`,
    decision === null
      ? '  nothing yet'
      : `  ${decision.type} at ${formatInstant(decision.time)} (as-of ${decision.asOf})${answer(decision)}`,
    ...(rationale === null ? [] : [`  because: ${printable(rationale)}`]),
    `  account: cash ${account.cash.toFixed(2)}${held.map(([symbol, shares]) => `, ${shares} ${printable(symbol)}`).join('')}`,
    '',
    `Filled under ${policy.name} version ${policy.version} (market orders at ${policy.fill})`,
    ...consequences.map((event) => `  ${consequence(event)}`),
  ];
  if (consequences.length === 0) lines.push('  no order came from this decision');
  return lines;
}

function answer(decision: NonNullable<Inspection['decision']>): string {
  if (decision.type === 'DecisionMade') return `: ${printable(JSON.stringify(decision.decision))}`;
  return 'reason' in decision ? `: ${printable(decision.reason)}` : '';
}

function consequence(event: JournalEvent): string {
  const at = formatInstant(event.time);
  switch (event.type) {
    case 'OrderAccepted':
      return `order ${event.order} accepted at ${at}: ${event.orderType} ${event.side} ${printable(event.symbol)} ${JSON.stringify(event.size)}`;
    case 'OrderDenied':
      return `denied at ${at}: ${printable(event.symbol)}, ${event.reason}`;
    case 'OrderFilled':
      return `order ${event.order} filled at ${at}: ${event.shares} ${printable(event.symbol)} at ${event.price} (${event.at}), fee ${event.fee.toFixed(2)}, to ${event.purpose}`;
    case 'OrderCancelled':
      return `order ${event.order} ended at ${at}: ${event.reason}`;
    default:
      return `${event.type} at ${at}`;
  }
}

/** Foreign text on a terminal: no control characters, so that it cannot move the cursor. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/g, ' ').slice(0, 160);
}
