/** Runs that were scored under several policies, by what they traded and who decided. */

import type { Rescore, RescoredRun } from './rescore-input.js';

/** A symbol, or null for runs over all symbols. */
export type Subject = string | null;

export const subjectsOf = ({ runs }: Rescore): Subject[] => [
  ...new Set(runs.map(({ symbol }) => symbol)),
];

export const agentsOf = ({ runs }: Rescore, subject: Subject): string[] => [
  ...new Set(runs.flatMap(({ symbol, agent }) => (symbol === subject ? [agent] : []))),
];

export interface RescoredPlace {
  readonly subject: Subject;
  readonly agent: string;
  readonly policy: string;
}

export const runOf = (
  { runs }: Rescore,
  { subject, agent, policy }: RescoredPlace,
): RescoredRun | undefined =>
  runs.find((run) => run.symbol === subject && run.agent === agent && run.policy === policy);

/** How many pairs of agents change their order between two policies at least, of how many, as a sentence. */
export function movesOf(rescore: Rescore, subject: Subject): string {
  const agents = agentsOf(rescore, subject);
  const ranks = agents.map((agent) =>
    rescore.policies.map(
      ({ name }) => runOf(rescore, { subject, agent, policy: name })?.rank ?? null,
    ),
  );
  let pairs = 0;
  let moved = 0;
  for (const [at, one] of ranks.entries()) {
    for (const other of ranks.slice(at + 1)) {
      const signs = new Set(one.map((rank, policy) => order(rank, other[policy] ?? null)));
      signs.delete(0);
      pairs++;
      if (signs.size > 1) moved++;
    }
  }
  if (pairs === 0) return 'One agent alone has no ranking.';
  if (moved === 0) return 'No two agents change order between policies.';
  const noun = pairs === 1 ? 'pair' : 'pairs';
  const verb = moved === 1 ? 'changes' : 'change';
  return `${moved} of ${pairs} ${noun} of agents ${verb} order between policies.`;
}

/** 0 where the two are equal, or one of them has no figure. */
const order = (one: number | null, other: number | null): number =>
  one === null || other === null ? 0 : Math.sign(one - other);
