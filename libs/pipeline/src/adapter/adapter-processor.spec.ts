/** An adapter that waits for answers from outside agents does not delay them. */

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import type { RunCancelled, RunSubmitted } from '#contracts/streams/runs';
import { outgoing, type MessageBatch } from '#event-log';
import { AdapterProcessor } from './adapter-processor.js';

const partition = 2;
const example = messageExamples.runs.find(({ type }) => type === 'RunSubmitted') as RunSubmitted;
const submitted = (run: string, kind: 'external' | 'buy-and-hold'): RunSubmitted => ({
  ...example,
  run,
  plan: { ...example.plan, agent: { id: 'one', kind } },
});
const own = 'a'.repeat(64);
const foreign = 'b'.repeat(64);

function batchOf(offset: number, message: RunSubmitted | RunCancelled): MessageBatch {
  const stored = { ...outgoing('runs', message), partition, offset, headers: {}, timestampMs: 0 };
  return {
    topic: 'runs',
    partition,
    messages: [{ ...stored, topic: 'runs' }],
    nextOffset: offset + 1,
    endOffset: 3,
  };
}

describe('AdapterProcessor', () => {
  it('awaits its output while an agent outside of the system has a run in the partition', async () => {
    const adapter = new AdapterProcessor();
    expect(adapter.awaitsOutput(partition)).toBe(false);
    adapter.open(partition, 0, new Map());
    await adapter.receive(batchOf(0, submitted(own, 'buy-and-hold')));
    expect(adapter.awaitsOutput(partition)).toBe(false);
    await adapter.receive(batchOf(1, submitted(foreign, 'external')));
    expect(adapter.awaitsOutput(partition)).toBe(true);
    expect(adapter.awaitsOutput(partition + 1)).toBe(false);
    const cancelled = { type: 'RunCancelled', version: 1, run: foreign, reason: 'enough' } as const;
    await adapter.receive(batchOf(2, cancelled));
    expect(adapter.awaitsOutput(partition)).toBe(false);
  });

  it('notes that a run waits for its tape, once, as long as it has the partition', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const notes: unknown[] = [];
    const adapter = new AdapterProcessor();
    adapter.publish = async (messages) => {
      notes.push(...messages.map(({ value }) => JSON.parse(value) as unknown));
    };
    adapter.open(partition, 0, new Map());
    await adapter.receive(batchOf(0, submitted(own, 'buy-and-hold')));
    await vi.advanceTimersByTimeAsync(5_500);
    expect(notes).toEqual([]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(notes).toEqual([
      {
        type: 'Decisions',
        version: 1,
        run: own,
        first: 1,
        decisions: [],
        watermark: 0,
        wait: {
          reason: 'tape',
          since: 1_001_000_000,
          watermark: 0,
          detail: `tape ${example.tape} is not loaded`,
        },
      },
    ]);
    adapter.close(partition);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
