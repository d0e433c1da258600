/**
 * A feed that is live: message after message with a session, a day each: its open, a bar of each
 * symbol, its close.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { microsPerDay, utcDateOf } from '#values';
import { FactColumns, factKinds, noInstrument } from '#contracts';
import { wireFacts } from '#contracts/streams/wire-facts';
import { outgoing, type MessageLog, type OutgoingMessage } from '#event-log';
import { seriesStart } from '../seeded-bars.ts';

export interface LiveFeed {
  readonly tape: string;
  readonly symbols: number;
  readonly instants: number;
  readonly instantsASecond: number;
}

const source = { source: 'live', rank: 1, live: true } as const;

/** The knowledge time of an instant, from 0. */
export const timeOf = (instant: number): number => seriesStart + (instant + 1) * microsPerDay;

export const openedMessage = ({ tape }: Pick<LiveFeed, 'tape'>): OutgoingMessage =>
  outgoing('market.raw', { type: 'RawOpened', version: 1, tape, sources: [source] });

/** Facts a message: the session's open, a bar of each symbol, the session's close. */
export const factsAnInstant = ({ symbols }: Pick<LiveFeed, 'symbols'>): number => symbols + 2;

/**
 * Sends all instants at their pace, each as soon as it is due and none later because
 * another is under way.
 */
export async function sendLive(log: MessageLog, feed: LiveFeed): Promise<void> {
  const messages = Array.from({ length: feed.instants }, (_, at) => instantMessage(feed, at));
  const underWay: Promise<void>[] = [];
  const fromMs = performance.now();
  for (let sent = 0; sent < messages.length;) {
    const due = Math.ceil(((performance.now() - fromMs) / 1000) * feed.instantsASecond);
    const now = messages.slice(sent, due);
    if (now.length > 0) underWay.push(log.append(now));
    sent += now.length;
    await sleep(1);
  }
  await Promise.all(underWay);
}

function instantMessage(feed: LiveFeed, at: number): OutgoingMessage {
  const { tape, symbols } = feed;
  const each = factsAnInstant(feed);
  const facts = new FactColumns(each);
  const time = timeOf(at);
  const session = utcDateOf(time - 1);
  const open = time - microsPerDay + 1;
  facts.pushFact({
    ...boundary(factKinds.sessionOpen, open),
    payload: { kind: 'sessionOpen', session },
  });
  for (let instrument = 0; instrument < symbols; instrument++) {
    const row = facts.count++;
    facts.kind[row] = factKinds.bar;
    facts.instrument[row] = instrument;
    facts.knowledgeTime[row] = time;
    facts.eventTime[row] = time;
    const price = 100 + instrument + Math.sin(at + instrument);
    for (const column of [facts.open, facts.high, facts.low, facts.close]) column[row] = price;
  }
  facts.pushFact({
    ...boundary(factKinds.sessionClose, time),
    payload: { kind: 'sessionClose', session, early: false },
  });
  return outgoing('market.raw', {
    type: 'RawFacts',
    version: 1,
    tape,
    ...source,
    first: at * each + 1,
    facts: wireFacts(facts),
  });
}

const boundary = <K extends 7 | 8>(kind: K, time: number) => ({
  kind,
  instrument: noInstrument,
  knowledgeTime: time,
  eventTime: time,
});
