/**
 * What a run reports at its start and while it waits: the policy of a scenario that names none, and
 * open decisions.
 */

import { appendFileSync } from 'node:fs';
import { overWindow, type Scenario } from '#contracts/scenario/scenario';
import { type OnDecisionDue, type OnTrustedCode, type ScenarioFile, wordsOfCode } from '#backtest';
import { fillsAtTicks, resolvePolicy } from '#portfolio';
import { marketOf } from '#workflows';
import { printable, unavailable } from '#values';
import type { DecisionDue } from '#agents';
import { printFailure } from '../program/exit-code.js';
import type { Options } from '../program/option-value.js';
import { notify } from '../program/print.js';

/** Prints one line to standard error, if the policy is the default one. */
export function announceDefaultPolicy({ scenario, hasDefaultPolicy }: ScenarioFile): void {
  const over = overWindow(scenario);
  if (!hasDefaultPolicy || over === undefined) return;
  const { policies } = marketOf(over);
  const { name, fill, feeBps, slippageBps } = resolvePolicy(over.execution, policies);
  const terms = `fill ${fill}, feeBps ${feeBps}, slippageBps ${slippageBps}`;
  process.stderr.write(
    `execution: none given, so fills follow \`${name}\` (${terms}); \`execution: ` +
      `${policies.plain.name}\` gives the figures of fills at the decision’s close, at no cost\n`,
  );
}

/** Prints one line to standard error, if orders meet bars that a feed delivers after their end. */
export function announceBarFills({ scenario }: ScenarioFile): void {
  const over = overWindow(scenario);
  if (over === undefined) return;
  const { policies } = marketOf(over);
  if (fillsAtTicks(resolvePolicy(over.execution, policies))) return;
  notify(
    'fills: a feed delivers a bar after its end, when the next one is already under way; ' +
      'an order meets the first bar that begins after its decision, which is the one after that',
  );
}

/**
 * With `--trust-code`, agrees to run trusted modules that came with a result: prints each to
 * standard error first.
 */
export function trustOf({ trustCode }: Options): OnTrustedCode | undefined {
  if (trustCode !== true) return undefined;
  return (code) => notify(`runs trusted code: ${printable(wordsOfCode(code), 5_000)}`);
}

/** Whether a scenario has agents that wait for an outside program. */
export const hasDecisionsDue = ({ agents }: Scenario): boolean =>
  agents.some(({ kind }) => kind === 'mcp');

/**
 * Appends each open decision to `file`, or writes it to standard output, unless it is posted.
 * Reports once, on standard error, that a run waits. `Unavailable`, at once and later, if the file
 * cannot be written.
 */
export function announceDue(file: string | undefined): OnDecisionDue {
  if (file !== undefined) append(file, '');
  const waiting = new Set<string>();
  return (due, isPosted) => {
    if (!isPosted) announce(due, file);
    if (waiting.has(due.label)) return;
    waiting.add(due.label);
    const { label, session, deadline } = due;
    const decision = session === null ? 'a decision' : `the decision of ${session}`;
    notify(
      `${printable(label, 160)}: waits for ${decision} until ${deadline}, and then for others`,
    );
  };
}

function announce(due: DecisionDue, file: string | undefined): void {
  const line = `${JSON.stringify(due)}\n`;
  if (file === undefined) process.stdout.write(line, endWhereUnread);
  else append(file, line);
}

/**
 * Ends the process when the reader of standard output is gone: it would wait for a missing agent.
 */
function endWhereUnread(error?: NodeJS.ErrnoException | null): void {
  if (error?.code !== 'EPIPE') return;
  const what =
    'standard output was closed while decisions were open; run the same command to resume';
  process.exit(printFailure(unavailable(what)));
}

function append(file: string, line: string): void {
  try {
    // The address grants access to its tools: the file is readable only by its owner.
    appendFileSync(file, line, { mode: 0o600 });
  } catch (cause) {
    throw unavailable('the open decisions cannot be written', { where: file, cause });
  }
}
