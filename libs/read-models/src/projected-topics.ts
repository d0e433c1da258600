/** The topics that read models are made from; raw facts and turns of the clock have no tables. */

export const projectedTopics = [
  'tapes',
  'market.tape',
  'runs',
  'agent.decisions',
  'portfolio.events',
  'scores',
  'dead-letters',
] as const;
export type ProjectedTopic = (typeof projectedTopics)[number];
