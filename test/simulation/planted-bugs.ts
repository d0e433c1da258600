/** One bug of each class that the simulated network is there to find. */

import type { Decisions } from '#contracts/streams/runs';
import type { TapeFacts } from '#contracts/streams/market';
import type { MessageBatch, Processor } from '#event-log';
import type { PlantedBug } from './simulated-network.js';

export const plantedBugs: readonly { readonly name: string; readonly bug: PlantedBug }[] = [
  { name: 'loss: a lost request is taken for sent', bug: { losesRequests: true } },
  {
    name: 'duplication: decisions are counted as they come',
    bug: { wrap: (processor) => withBatches(processor, 'agent.decisions', countedDecisions()) },
  },
  {
    name: 'delay: whatever has been decided counts as all that will be',
    bug: { wrap: (processor) => withBatches(processor, 'agent.decisions', impatient) },
  },
  {
    name: 'reordering: facts are numbered as they come',
    bug: { wrap: (processor) => withBatches(processor, 'market.tape', countedFacts()) },
  },
  {
    name: 'crash: what was read counts as done',
    bug: { wrap: forgetful },
  },
  {
    name: 'hand-over: what comes when a tape has been read again is missed',
    bug: { wrap: withGapAtHandOver },
  },
];

/** A reader that does not know that a tape can fail. */
export const deafToFailure: PlantedBug = {
  wrap: (processor) =>
    withBatches(processor, 'market.tape', (message) =>
      message['type'] === 'TapeFailed' ? { ...message, ...neverEnding } : message,
    ),
};
const neverEnding = {
  type: 'TapeClosed',
  facts: 1_000_000,
  hash: '0'.repeat(64),
  reason: undefined,
};

type Change = (message: Record<string, unknown>) => Record<string, unknown>;

/** Changes what a reader of the topic sees, but not the writer of it. */
function withBatches(processor: Processor, topic: string, change: Change): Processor {
  if (processor.output === topic) return processor;
  const changed = (batch: MessageBatch): MessageBatch =>
    batch.topic === topic
      ? {
          ...batch,
          messages: batch.messages.map((message) => ({
            ...message,
            headers: {},
            value: JSON.stringify(change(JSON.parse(message.value) as Record<string, unknown>)),
          })),
        }
      : batch;
  const { receive, tapeBatch } = processor;
  processor.receive = (batch, controls) => receive.call(processor, changed(batch), controls);
  if (tapeBatch !== undefined) {
    processor.tapeBatch = (batch, controls, isAgain) =>
      tapeBatch.call(processor, changed(batch), controls, isAgain);
  }
  return processor;
}

function countedDecisions(): Change {
  const counts = new Map<unknown, number>();
  return (message) => {
    const { run, decisions } = message as unknown as Decisions;
    const count = counts.get(run) ?? 0;
    counts.set(run, count + decisions.length);
    return { ...message, first: count + 1 };
  };
}

function impatient(message: Record<string, unknown>): Record<string, unknown> {
  return { ...message, watermark: 1_000_000 };
}

function countedFacts(): Change {
  const counts = new Map<unknown, number>();
  return (message) => {
    if (message['type'] !== 'TapeFacts') return message;
    const { tape, facts } = message as unknown as TapeFacts;
    const count = counts.get(tape) ?? 0;
    counts.set(tape, count + facts.count);
    return { ...message, first: count + 1 };
  };
}

/** Commits the last message that it read, and so never reads again what unfinished runs need. */
function forgetful(processor: Processor): Processor {
  const read = new Map<
    string,
    { topic: MessageBatch['topic']; partition: number; offset: number }
  >();
  const { receive } = processor;
  processor.receive = (batch, controls) => {
    const offset = (batch.messages.at(-1)?.offset ?? -1) + 1;
    const { topic, partition } = batch;
    read.set(`${topic}/${partition}`, { topic, partition, offset });
    return receive.call(processor, batch, controls);
  };
  processor.restartAt = (partition) =>
    [...read.values()].filter((one) => one.partition === partition);
  return processor;
}

/**
 * Resumes with the second batch after the point at which rereading has caught up with the
 * first reading.
 */
function withGapAtHandOver(processor: Processor): Processor {
  const { tapeBatch, tapes } = processor;
  if (tapeBatch === undefined || tapes === undefined) return processor;
  let hasMet = false;
  processor.tapeBatch = (batch, controls, isAgain) => {
    if (hasMet && isAgain !== true) {
      hasMet = false;
      return [];
    }
    const wasAgain = tapes.isReadingAgain;
    const out = tapeBatch.call(processor, batch, controls, isAgain);
    if (wasAgain && !tapes.isReadingAgain) hasMet = true;
    return out;
  };
  return processor;
}
