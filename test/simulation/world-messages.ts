/** A small market's tape as messages, and messages as a batch that a processor receives. */

import { wireFacts } from '#contracts/streams/wire-facts';
import { outgoing, type MessageBatch, type OutgoingMessage } from '#event-log';
import { Tape } from '#tape';
import type { SmallWorld } from './small-world.js';

/** The whole tape as messages, or all of it but its end. */
export async function tapeMessages(
  { header, openSources }: Pick<SmallWorld, 'header' | 'openSources'>,
  isWhole: boolean,
): Promise<OutgoingMessage[]> {
  const of = { version: 1 as const, tape: header.id };
  const instruments = [...header.instruments];
  const messages = [
    outgoing('market.tape', { type: 'TapeOpened', ...of, header: { ...header, instruments } }),
  ];
  const tape = new Tape(header, openSources());
  for (let facts = await tape.next(); facts !== null; facts = await tape.next()) {
    const first = tape.facts - facts.count + 1;
    const wire = wireFacts(facts);
    messages.push(
      outgoing('market.tape', { type: 'TapeFacts', ...of, first, goesOn: false, facts: wire }),
    );
  }
  if (!isWhole) return messages;
  const { facts } = tape;
  const end = { type: 'TapeClosed', ...of, facts, hash: tape.hash() } as const;
  return [...messages, outgoing('market.tape', end)];
}

/** A batch of partition 0. */
export function batchOf(messages: readonly OutgoingMessage[], offset = 0): MessageBatch {
  const [first] = messages;
  if (first === undefined) throw new Error('a batch has messages');
  const place = { topic: first.topic, partition: 0, timestampMs: 0 };
  return {
    topic: first.topic,
    partition: 0,
    messages: messages.map((one, index) => ({
      headers: {},
      ...one,
      ...place,
      offset: offset + index,
    })),
    nextOffset: offset + messages.length,
    endOffset: offset + messages.length,
  };
}
