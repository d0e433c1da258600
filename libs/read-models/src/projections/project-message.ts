/** The projection of each topic that has tables. */

import type { TopicName } from '#contracts/streams/topics';
import { invariant } from '#values';
import { projections } from '../tables/tables.js';
import { projectClockCommands } from './project-clock-commands.js';
import { projectDecisions } from './project-decisions.js';
import { projectJournal } from './project-journal.js';
import { projectRuns } from './project-runs.js';
import { projectScores } from './project-scores.js';
import { projectTapeRequests, projectTapes } from './project-tapes.js';
import type { Projection } from './projection.js';

/** The topic `dead-letters`: each broken message once, as first reported. */
const projectDeadLetters: Projection<'dead-letters'> = {
  needs: () => undefined,
  fold: (message, rows) => rows.put(projections.deadLetters, message),
};

/**
 * The topic `agent.calls`: each tool call of each answer once, whether or not the answer counts.
 */
const projectCalls: Projection<'agent.calls'> = {
  needs: () => undefined,
  fold(message, rows) {
    // Attempts and model calls are read from the recording itself.
    if (message.type !== 'CallsMade') return;
    const { run, asOf, digest, calls } = message;
    for (const call of calls) rows.put(projections.toolCalls, { run, asOf, digest, ...call });
  },
};

/** The projection of each topic that has tables. */
const byTopic = {
  tapes: projectTapeRequests,
  'clock.commands': projectClockCommands,
  'market.tape': projectTapes,
  runs: projectRuns,
  'agent.calls': projectCalls,
  'agent.decisions': projectDecisions,
  'portfolio.events': projectJournal,
  scores: projectScores,
  'dead-letters': projectDeadLetters,
} as const satisfies { readonly [T in TopicName]?: Projection<T> };

/** The topics that read models are made from; raw facts have no tables. */
export const projectedTopics = Object.keys(byTopic) as readonly (keyof typeof byTopic)[];

export function projectionOf(topic: TopicName): Projection {
  // Each topic's projection takes that topic's messages: the table above is typed so, its
  // index cannot be.
  const found = (byTopic as Partial<Record<TopicName, unknown>>)[topic];
  invariant(found !== undefined, `${topic} has tables`);
  return found as Projection;
}
