/**
 * The memory that adapter and portfolio need does not grow with a live tape; a late run
 * gets its start.
 */

import { describe, expect, it } from 'vitest';
import {
  FactColumns,
  factKinds,
  noInstrument,
  type JournalEvent,
  type TapeHeader,
} from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import { openEnd } from '#contracts/scenario/trading-terms';
import { wireFacts } from '#contracts/streams/wire-facts';
import type { TopicName } from '#contracts/streams/topics';
import { outgoing, type MessageBatch, type OutgoingMessage, type StoredMessage } from '#event-log';
import { AdapterProcessor, PortfolioProcessor } from '#pipeline';
import type { TradingPlan } from '#backtest';
import { microsPerDay, microsPerMinute } from '#values';
import { Heap } from '../../bench/live/heap.js';
import { smallWorld, submitted } from './small-world.js';

const firstDay = 18_300;
const minutes = 1_000;
/** Per day: a bar and a trade of each symbol every minute, the session's open and close. */
const factsOfDay = 4 * minutes + 2;
const symbols = 2;
/** Journals of the test are in it. */
const bytesAFactMax = 8;

/** One day's facts of a tape. */
function dayOf(tape: string, day: number): OutgoingMessage {
  const facts = new FactColumns(factsOfDay);
  const start = (firstDay + 1 + day) * microsPerDay;
  const session = firstDay + 1 + day;
  const at = (knowledgeTime: number) => ({ knowledgeTime, eventTime: knowledgeTime });
  const edge = { instrument: noInstrument };
  const opens = { kind: 'sessionOpen', session } as const;
  facts.pushFact({ ...at(start), ...edge, kind: factKinds.sessionOpen, payload: opens });
  for (let minute = 1; minute <= minutes; minute++) {
    const place = at(start + minute * microsPerMinute);
    for (let instrument = 0; instrument < symbols; instrument++) {
      const price = 100 + 10 * Math.sin(day + minute / 7 + instrument);
      const prices = { open: price, high: price, low: price, close: price, adjClose: price };
      facts.pushBar({ ...place, instrument, ...prices, volume: 1, vwap: price });
      facts.pushTrade({ ...place, instrument, price, size: 1 });
    }
  }
  const closes = { kind: 'sessionClose', session, early: false } as const;
  const end = start + (minutes + 1) * microsPerMinute;
  facts.pushFact({ ...at(end), ...edge, kind: factKinds.sessionClose, payload: closes });
  const first = 1 + day * factsOfDay;
  return outgoing('market.tape', {
    type: 'TapeFacts',
    version: 1,
    tape,
    first,
    goesOn: false,
    facts: wireFacts(facts),
  });
}

/** Adapter and portfolio on one partition of each topic, nothing lost. */
class Desk {
  readonly adapter = new AdapterProcessor();
  readonly portfolio = new PortfolioProcessor();
  readonly journals = new Map<string, JournalEvent[]>();
  private readonly ends = new Map<TopicName, number>();
  /** The tape so far, for those who read it again. */
  private readonly tape: OutgoingMessage[] = [];

  /** `isReread`: whether a run may come late, so that the tape has to be kept outside of both. */
  constructor(
    private readonly header: TapeHeader,
    private readonly isReread = false,
  ) {
    for (const one of [this.adapter, this.portfolio]) one.open(0, 0, new Map());
  }

  async open(): Promise<void> {
    const { id, instruments, ...rest } = this.header;
    const header = { id, instruments: [...instruments], ...rest };
    await this.say({ type: 'TapeOpened', version: 1, tape: id, header });
  }

  async submit(plan: TradingPlan): Promise<void> {
    const batch = this.batchOf([submitted(plan, this.header)]);
    await this.portfolio.receive(batch);
    await this.toPortfolio(await this.adapter.receive(batch));
    await this.readAgain();
  }

  async day(number: number): Promise<void> {
    await this.show(dayOf(this.header.id, number));
  }

  get facts(): readonly number[] {
    return [this.adapter.tapes.facts, this.portfolio.tapes.facts];
  }

  private async say(message: Parameters<typeof outgoing<'market.tape'>>[1]): Promise<void> {
    await this.show(outgoing('market.tape', message));
  }

  private async show(message: OutgoingMessage): Promise<void> {
    if (this.isReread) this.tape.push(message);
    const batch = this.batchOf([message]);
    this.keep(await this.portfolio.tapeBatch(batch));
    await this.toPortfolio(await this.adapter.tapeBatch(batch));
  }

  private async readAgain(): Promise<void> {
    for (const one of [this.adapter, this.portfolio]) {
      for (const { offset } of one.tapes.beginAgain()) {
        for (const [at, message] of [...this.tape.entries()].slice(offset)) {
          const batch = batchAt([message], at, this.tape.length);
          const out = await one.tapeBatch(batch, undefined, true);
          if (one === this.adapter) await this.toPortfolio(out);
          else this.keep(out);
        }
      }
    }
  }

  private async toPortfolio(messages: readonly OutgoingMessage[]): Promise<void> {
    const decisions = messages.filter(({ topic }) => topic === 'agent.decisions');
    if (decisions.length > 0) this.keep(await this.portfolio.receive(this.batchOf(decisions)));
  }

  private keep(messages: readonly OutgoingMessage[]): void {
    for (const { topic, value } of messages) {
      if (topic !== 'portfolio.events') continue;
      const { run, events } = parseMessage(topic, value);
      this.journals.set(run, [...(this.journals.get(run) ?? []), ...events]);
    }
  }

  private batchOf(messages: readonly OutgoingMessage[]): MessageBatch {
    const topic = messages[0]?.topic ?? 'runs';
    const from = this.ends.get(topic) ?? 0;
    this.ends.set(topic, from + messages.length);
    return batchAt(messages, from, from + messages.length);
  }
}

function batchAt(
  messages: readonly OutgoingMessage[],
  from: number,
  endOffset: number,
): MessageBatch {
  const stored = messages.map((message, index): StoredMessage => {
    return { headers: {}, ...message, partition: 0, offset: from + index, timestampMs: 0 };
  });
  return {
    topic: messages[0]?.topic ?? 'runs',
    partition: 0,
    messages: stored,
    nextOffset: from + messages.length,
    endOffset,
  };
}

async function livePlans(): Promise<{ header: TapeHeader; plans: TradingPlan[] }> {
  const { header, plans } = await smallWorld(3);
  return { header, plans: plans.map((plan) => ({ ...plan, lastSession: openEnd, data: null })) };
}

describe('what is kept of a live tape', () => {
  it('hardly grows from its tenth day to its sixtieth', async () => {
    const { header, plans } = await livePlans();
    const desk = new Desk(header);
    for (const plan of plans) await desk.submit(plan);
    await desk.open();
    const heap = new Heap();
    const begin = 10;
    const end = 60;
    for (let day = 0; day < begin; day++) await desk.day(day);
    heap.sample();
    for (let day = begin; day < end; day++) await desk.day(day);
    heap.sample();
    expect(desk.facts.every((facts) => facts <= 2 * factsOfDay)).toBe(true);
    expect(desk.journals.size).toBe(plans.length);
    const bytesAFact = heap.growth / ((end - begin) * factsOfDay);
    console.log(`${bytesAFact.toFixed(2)} bytes a fact stay of a live tape`);
    expect(bytesAFact).toBeLessThan(bytesAFactMax);
  });

  it('is from the start for a run that comes late, whatever the others keep', async () => {
    const { header, plans } = await livePlans();
    const [first, late] = plans;
    if (first === undefined || late === undefined) throw new Error('no plans');
    const desk = new Desk(header, true);
    const calm = new Desk(header);
    await desk.submit(first);
    await calm.submit(first);
    await calm.submit(late);
    await desk.open();
    await calm.open();
    for (let day = 0; day < 8; day++) {
      if (day === 5) await desk.submit(late);
      await desk.day(day);
      await calm.day(day);
    }
    for (const { id } of [first, late]) {
      expect(calm.journals.get(id)?.length).toBeGreaterThan(5);
      expect(desk.journals.get(id)).toEqual(calm.journals.get(id));
    }
    // Two copies, each of which has released what its run has passed.
    expect(desk.facts.every((facts) => facts <= 4 * factsOfDay)).toBe(true);
  });
});
