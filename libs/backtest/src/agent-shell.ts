/** Which agents may have had a shell, beside what a run hands them. */

import type { AgentConfig } from '#contracts/scenario';

/** Rules, scripts, models and confined modules have nothing beyond the run; programs of their own may. */
export const mayHaveShell = (agent: AgentConfig): boolean =>
  ['mcp', 'http', 'external', 'registered'].includes(agent.kind) ||
  (agent.kind === 'module' && agent.trusted);

/** For readers of a result: the programs among its agents, where there are some. */
export function shellNote(agents: readonly AgentConfig[]): string[] {
  const names = [...new Set(agents.filter(mayHaveShell).map(({ id }) => id))].join(', ');
  return names === '' ? [] : [`Programs of their own, which may have had a shell: ${names}.`];
}
