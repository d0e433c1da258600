/** The topics of a distributed system: what is on each, and what keeps its messages in order. */

/** The layout of a topic; partitions are assigned by the hash of the key. */
interface TopicSpec {
  /** What the key of a message identifies. Messages with the same key keep their order. */
  readonly key: 'tape' | 'run' | 'origin';
  /**
   * Topics of one group have the same number of partitions, and equal keys are in partitions with
   * the same number.
   */
  readonly partitioned: 'by tape' | 'by run' | 'single';
  /** Whether only the last message of each key is eventually kept. */
  readonly compacted: boolean;
  readonly doc: string;
}

export const topicNames = [
  'tapes',
  'clock.commands',
  'market.raw',
  'market.tape',
  'runs',
  'agent.calls',
  'agent.decisions',
  'portfolio.events',
  'scores',
  'dead-letters',
] as const;
export type TopicName = (typeof topicNames)[number];

const byTape = (doc: string, compacted = false): TopicSpec => {
  return { key: 'tape', partitioned: 'by tape', compacted, doc };
};
const byRun = (doc: string): TopicSpec => {
  return { key: 'run', partitioned: 'by run', compacted: false, doc };
};

export const topics: Readonly<Record<TopicName, TopicSpec>> = {
  tapes: byTape('Which tapes are wanted, and from which data set.', true),
  'clock.commands': byTape('Pause, resume, step and speed, tape by tape.'),
  'market.raw': byTape('Facts as ingested, source by source.'),
  'market.tape': byTape(
    'Released facts with their seq, in the order in which they became knowable.',
  ),
  // Not compacted: a cancellation has the key of its plan, and tables are built from both.
  runs: byRun('What is to be run: plans, and what was cancelled.'),
  'agent.calls': byRun(
    'The calls of agents to tools and models, decision by decision, and the attempts that they ' +
      'were made in.',
  ),
  'agent.decisions': byRun(
    'Decisions of each run in order, with watermarks; and what agents outside of the system ' +
      'answer.',
  ),
  'portfolio.events': byRun('The journal of each run: every event, gapless.'),
  scores: byRun('The figures of each finished run.'),
  'dead-letters': {
    key: 'origin',
    partitioned: 'single',
    compacted: false,
    doc: 'Messages that could not be decoded, with reason and origin.',
  },
};
