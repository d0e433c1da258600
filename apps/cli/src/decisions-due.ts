/** Open decisions of agents that work through tools: a JSON line each, for the programs that take them. */

import { appendFileSync } from 'node:fs';
import { printable, unavailable } from '#values';
import type { DecisionDue } from '#agents';
import type { OnDecisionDue } from '#backtest';
import type { Scenario } from '#contracts/scenario';

/** Whether a scenario has agents that wait for somebody outside. */
export const hasDecisionsDue = ({ agents }: Scenario): boolean =>
  agents.some(({ kind }) => kind === 'mcp');

/**
 * Appends each open decision to `file`, or writes it to standard output, unless it is posted; what is waited for is
 * told on standard error. `Unavailable`, at once and later, where the file cannot be written.
 */
export function tellDue(file: string | undefined): OnDecisionDue {
  if (file !== undefined) append(file, '');
  return (due, isPosted) => {
    if (!isPosted) tell(due, file);
    const { label, session, deadline } = due;
    const decision = session === null ? 'a decision' : `the decision of ${session}`;
    process.stderr.write(`${printable(label, 160)}: waits for ${decision} until ${deadline}\n`);
  };
}

function tell(due: DecisionDue, file: string | undefined): void {
  const line = `${JSON.stringify(due)}\n`;
  if (file === undefined) process.stdout.write(line);
  else append(file, line);
}

function append(file: string, line: string): void {
  try {
    // Who has an address may call its tools: the file is its owner's alone.
    appendFileSync(file, line, { mode: 0o600 });
  } catch (cause) {
    throw unavailable('the open decisions cannot be written', { where: file, cause });
  }
}
