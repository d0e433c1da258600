/** The projection of each topic that has tables. */

import type { TopicName } from '#contracts/streams/topics';
import { projectCalls } from './project-calls.js';
import { projectClockCommands } from './project-clock-commands.js';
import { projectDeadLetters } from './project-dead-letters.js';
import { projectDecisions } from './project-decisions.js';
import { projectJournal } from './project-journal.js';
import { projectRuns } from './project-runs.js';
import { projectScores } from './project-scores.js';
import { projectTapeRequests, projectTapes } from './project-tapes.js';
import type { Projection } from './projection.js';
import type { ProjectedTopic } from '../projected-topics.js';

const byTopic: { readonly [T in ProjectedTopic]: Projection<T> } = {
  tapes: projectTapeRequests,
  'clock.commands': projectClockCommands,
  'market.tape': projectTapes,
  runs: projectRuns,
  'agent.calls': projectCalls,
  'agent.decisions': projectDecisions,
  'portfolio.events': projectJournal,
  scores: projectScores,
  'dead-letters': projectDeadLetters,
};

/** The projection of a topic; `undefined` where it has no tables. */
export function projectionOf<T extends TopicName>(topic: T): Projection<T> | undefined {
  // Each topic's projection takes that topic's messages: the table above says so, its index cannot.
  const found = (byTopic as Partial<Record<TopicName, unknown>>)[topic];
  return found as Projection<T> | undefined;
}
