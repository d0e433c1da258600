/** The topics that read models are made from; raw facts have no tables. */

export const projectedTopics = [
  'tapes',
  'clock.commands',
  'market.tape',
  'runs',
  'agent.calls',
  'agent.decisions',
  'portfolio.events',
  'scores',
  'dead-letters',
] as const;
export type ProjectedTopic = (typeof projectedTopics)[number];
