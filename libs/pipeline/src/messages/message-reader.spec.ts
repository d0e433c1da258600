/**
 * A service puts a message aside whose header says something else than its body; one without
 * headers is read.
 */

import { describe, expect, it, onTestFinished } from 'vitest';
import { parseMessage } from '#contracts/streams/catalogue';
import type { DeadLetter } from '#contracts/streams/dead-letters';
import { messageExamples } from '#contracts/streams/message-examples.fixture';
import { outgoing, type OutgoingMessage } from '#event-log';
import { memoryLog, startEcho, valuesByKey } from '#service-host/log/service.fixture';
import { AdapterProcessor } from '../adapter/adapter-processor.js';
import { PortfolioProcessor } from '../portfolio/portfolio-processor.js';

const decisions = messageExamples['agent.decisions']
  .filter(({ type }) => type === 'Decisions')
  .map((message) => outgoing('agent.decisions', message));
const [right] = decisions as [OutgoingMessage];
const saying = (name: string, said: string): OutgoingMessage => {
  return { ...right, headers: { ...right.headers, [name]: said } };
};

/** The reasons of the dead letters that a service with this processor made of these messages. */
async function lettersOf(
  processor: AdapterProcessor | PortfolioProcessor,
  messages: readonly OutgoingMessage[],
): Promise<string[]> {
  const log = await memoryLog();
  onTestFinished(() => log.close());
  const { service } = await startEcho(log, processor);
  await expect.poll(async () => (await fetch(`${service.url}/health/ready`)).status).toBe(200);
  // The last one is broken by itself, and shows that the others were read.
  await log.append([...messages, { ...right, headers: {}, value: '{' }]);
  const letters = async (): Promise<string[]> =>
    Object.values(await valuesByKey(log, 'dead-letters'))
      .flat()
      .map((value) => (parseMessage('dead-letters', value) as DeadLetter).reason);
  await expect.poll(letters).toContain('agent.decisions: the message is not valid JSON; found "{"');
  await service.stop();
  return (await letters()).slice(0, -1);
}

describe('a service', () => {
  it('puts messages aside that differ from their headers, and reads others without', async () => {
    const differing = [saying('type', 'AgentAnswer'), saying('first', '8'), saying('count', 'two')];
    const { headers: _, ...bare } = right;
    const where = 'agent.decisions: Decisions: header';
    const what = 'a header that differs from its message';
    expect(await lettersOf(new PortfolioProcessor(), [right, ...differing, bare])).toEqual([
      `${where} type: ${what}; expected "Decisions"; found "AgentAnswer"`,
      `${where} first: ${what}; expected "1"; found "8"`,
      `${where} count: ${what}; expected "1"; found "two"`,
    ]);
  });

  it('does not decode decisions of its own, by their header', async () => {
    const headers = { type: 'Decisions' };
    const { headers: _, ...bare } = right;
    const own = { ...bare, value: '[]', headers };
    const unknown = 'agent.decisions: a message of unknown type';
    const read = await lettersOf(new AdapterProcessor(), [own, { ...own, headers: {} }]);
    expect(read).toEqual([expect.stringContaining(unknown)]);
  });
});
