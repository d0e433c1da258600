/** Metrics of the messages that a service appends. */

import { describe, expect, it } from 'vitest';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import type { OutgoingMessage } from '#event-log';
import { ServiceMetrics } from './service-metrics.js';

const log = { endOffsets: () => Promise.resolve([]) };
const onTape: readonly OutgoingMessage[] = messageExamples['market.tape'].map((message) => ({
  topic: 'market.tape',
  key: message.tape,
  value: JSON.stringify(message),
}));

const figure = (text: string, name: string): string | undefined =>
  new RegExp(`^${name}{.*} (\\d+)$`, 'm').exec(text)?.[1];

describe('a service', () => {
  it('counts a tape that has failed, and no other message of it', async () => {
    const metrics = new ServiceMetrics({ service: 'clock' });
    const before = await metrics.text(log, true);
    expect(figure(before, 'tapefold_tapes_failed_total')).toBe('0');
    metrics.appended(onTape);
    const after = await metrics.text(log, true);
    expect(figure(after, 'tapefold_tapes_failed_total')).toBe('1');
    expect(figure(after, 'tapefold_messages_total')).toBe(`${onTape.length}`);
  });
});
