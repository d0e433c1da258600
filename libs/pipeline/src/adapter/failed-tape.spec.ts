/**
 * A failed tape ends its runs at adapter and portfolio, whenever they arrive, and holds back no
 * committed offset.
 */

import { describe, expect, it } from 'vitest';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import type { MessagesByTopic } from '#contracts/streams/catalogue';
import type { RunSubmitted } from '#contracts/streams/runs';
import type { TopicName } from '#contracts/streams/topics';
import { outgoing, type MessageBatch, type Processor } from '#event-log';
import { AdapterProcessor } from './adapter-processor.js';
import { PortfolioProcessor } from '../portfolio/portfolio-processor.js';
import { TapeLibrary } from '../tape/tape-library.js';

const [opened, facts, closed, failed] = messageExamples['market.tape'];
const submitted = messageExamples.runs.find(
  (one): one is RunSubmitted => one.type === 'RunSubmitted',
) as RunSubmitted;
if (closed?.type !== 'TapeClosed' || failed?.type !== 'TapeFailed') throw new Error('no examples');

function batchOf<T extends TopicName>(
  topic: T,
  messages: readonly (MessagesByTopic[T] | undefined)[],
  from = 0,
): MessageBatch {
  const stored = messages.map((message, index) => ({
    ...outgoing(topic, message as MessagesByTopic[T]),
    partition: 0,
    offset: from + index,
    headers: {},
    timestampMs: 0,
  }));
  return {
    topic,
    partition: 0,
    messages: stored,
    nextOffset: from + stored.length,
    endOffset: from + stored.length,
  };
}

/** The whole tape except its end, which follows. */
const begun = batchOf('market.tape', [opened, facts]);
const failure = batchOf('market.tape', [failed], 2);
const runs = batchOf('runs', [submitted]);
const at = (offset: number) => expect.objectContaining({ topic: 'runs', offset });

const processors: readonly [string, () => Processor][] = [
  ['the adapter', () => new AdapterProcessor()],
  ['the portfolio', () => new PortfolioProcessor()],
];

describe.each(processors)('a run of a failed tape at %s', (_, make) => {
  it('continues until the tape fails, and then holds nothing', async () => {
    const processor = make();
    processor.open(0, 0, new Map());
    await processor.receive(runs);
    await processor.tapeBatch?.(begun);
    expect(processor.restartAt(0)).toContainEqual(at(0));
    await processor.tapeBatch?.(failure);
    expect(processor.restartAt(0)).toContainEqual(at(1));
  });

  it('ends at once if the tape had already failed', async () => {
    const processor = make();
    processor.open(0, 0, new Map());
    await processor.tapeBatch?.(begun);
    await processor.tapeBatch?.(failure);
    expect(await processor.receive(runs)).toEqual([]);
    expect(processor.restartAt(0)).toContainEqual(at(0));
    expect(processor.tapes?.beginAgain()).toMatchObject([{ topic: 'market.tape', offset: 0 }]);
    await processor.tapeBatch?.(begun, undefined, true);
    await processor.tapeBatch?.(failure, undefined, true);
    expect(processor.restartAt(0)).toContainEqual(at(1));
  });

  it('ends where it was not known yet what had been said before', async () => {
    const processor = make();
    const [decisions] = messageExamples['agent.decisions'];
    const [events] = messageExamples['portfolio.events'];
    const said =
      processor.output === 'agent.decisions'
        ? batchOf('agent.decisions', [decisions])
        : batchOf('portfolio.events', [events]);
    processor.open(0, 1, new Map());
    await processor.receive(runs);
    await processor.tapeBatch?.(begun);
    await processor.tapeBatch?.(failure);
    expect(await processor.receive(said)).toEqual([]);
    expect(processor.restartAt(0)).toContainEqual(at(1));
  });
});

describe.each(processors)('a tape at %s', (_, make) => {
  const cancelled = batchOf('runs', [
    { type: 'RunCancelled', version: 1, run: submitted.run, reason: 'not wanted' },
  ]);
  const shown = async (): Promise<Processor> => {
    const processor = make();
    processor.open(0, 0, new Map());
    await processor.tapeBatch?.(begun);
    return processor;
  };

  it('does not block others until a run needs it, and is then read again', async () => {
    const processor = await shown();
    expect(processor.tapes?.facts).toBe(0);
    await processor.receive(runs);
    expect(processor.tapes?.beginAgain()).toHaveLength(1);
    await processor.tapeBatch?.(begun, undefined, true);
    expect(processor.tapes?.facts).toBe(3);
  });

  it.each([
    ['cancelled', (processor: Processor) => processor.receive(cancelled)],
    ['another worker’s', (processor: Processor) => processor.close(0)],
  ])('is not read again for a run that is %s', async (_reason, end) => {
    const processor = await shown();
    await processor.receive(runs);
    await end(processor);
    expect(processor.tapes?.beginAgain()).toEqual([]);
  });
});

describe('a tape in memory', () => {
  it('has one end: messages after a failure are not part of it', () => {
    const library = new TapeLibrary();
    library.need(failed.tape, submitted.run);
    library.receive(batchOf('market.tape', [opened, failed]));
    const grown = library.receive(batchOf('market.tape', [facts, closed, failed], 2));
    expect(grown.size).toBe(0);
    expect(library.get(failed.tape, submitted.run)).toMatchObject({
      failed: failed.reason,
      length: 0,
    });
    expect(library.get(failed.tape, submitted.run)?.isWhole).toBe(false);
  });

  it('has one end: what is whole does not fail any more', () => {
    const library = new TapeLibrary();
    library.need(failed.tape, submitted.run);
    library.receive(batchOf('market.tape', [opened, facts, closed, failed]));
    expect(library.get(failed.tape, submitted.run)).toMatchObject({
      failed: undefined,
      isWhole: true,
    });
  });
});
