/** Open decisions of agents that work through tools: a JSON line each, for the programs that take them. */

import { appendFileSync } from 'node:fs';
import { printable, unavailable } from '#values';
import type { DecisionDue } from '#agents';
import type { OnDecisionDue } from '#backtest';
import type { Scenario } from '#contracts/scenario/scenario';
import { describeFailure } from '../program/exit-code.js';
import { say } from '../program/print.js';

/** Whether a scenario has agents that wait for somebody outside. */
export const hasDecisionsDue = ({ agents }: Scenario): boolean =>
  agents.some(({ kind }) => kind === 'mcp');

/**
 * Appends each open decision to `file`, or writes it to standard output, unless it is posted. That a run waits is told
 * once, on standard error. `Unavailable`, at once and later, where the file cannot be written.
 */
export function tellDue(file: string | undefined): OnDecisionDue {
  if (file !== undefined) append(file, '');
  const waiting = new Set<string>();
  return (due, isPosted) => {
    if (!isPosted) tell(due, file);
    if (waiting.has(due.label)) return;
    waiting.add(due.label);
    const { label, session, deadline } = due;
    const decision = session === null ? 'a decision' : `the decision of ${session}`;
    say(`${printable(label, 160)}: waits for ${decision} until ${deadline}, and then for others`);
  };
}

function tell(due: DecisionDue, file: string | undefined): void {
  const line = `${JSON.stringify(due)}\n`;
  if (file === undefined) process.stdout.write(line, endWhereUnread);
  else append(file, line);
}

/** Ends the process where nobody reads standard output any more: it would wait for an agent that is gone. */
function endWhereUnread(error?: NodeJS.ErrnoException | null): void {
  if (error?.code !== 'EPIPE') return;
  const what =
    'standard output was closed while decisions were open; run the same command again to go on';
  const { code, line } = describeFailure(unavailable(what));
  say(line);
  process.exit(code);
}

function append(file: string, line: string): void {
  try {
    // Who has an address may call its tools: the file is its owner's alone.
    appendFileSync(file, line, { mode: 0o600 });
  } catch (cause) {
    throw unavailable('the open decisions cannot be written', { where: file, cause });
  }
}
