/**
 * Messages of large items are split into parts that topics accept, and together mean the
 * same as the whole.
 */

import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { dueInAll, type DecisionEvent, type CallsMade } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type { Decisions, Events } from '#contracts/streams/runs';
import { messageBytesMax } from '#event-log';
import { outgoingCalls, outgoingDecisions, outgoingEvents } from './outgoing.js';

const run = sha256Hex('run');
const answer = (asOf: number): DecisionEvent => ({
  type: 'AnswerGiven',
  asOf,
  time: asOf,
  task: `t${asOf}`,
  rationale: null,
  answer: JSON.stringify('"'.repeat(20_000)),
});
const decisions = Array.from({ length: 60 }, (_, index) => answer(index + 1));

describe('a message that would be too large', () => {
  it('of decisions has its numbers, and watermarks that say no more than was sent', () => {
    const whole: Decisions = {
      type: 'Decisions',
      version: 1,
      run,
      first: 7,
      decisions,
      watermark: 99,
    };
    const parts = outgoingDecisions(whole);
    expect(parts.length).toBeGreaterThan(1);
    let next = 7;
    for (const { value } of parts) {
      expect(Buffer.byteLength(value)).toBeLessThan(messageBytesMax);
      const part = parseMessage('agent.decisions', value) as Decisions;
      expect(part.first).toBe(next);
      next += dueInAll(part.decisions);
      const isLast = next === 67;
      expect(part.watermark).toBe(isLast ? 99 : part.decisions.at(-1)?.asOf);
    }
    const sent = parts.flatMap(
      ({ value }) => (parseMessage('agent.decisions', value) as Decisions).decisions,
    );
    expect(sent).toEqual(decisions);
  });

  it('of decisions never ends between a decision and its prelude', () => {
    const called = (asOf: number): DecisionEvent => ({
      type: 'ToolsCalled',
      asOf,
      time: asOf,
      calls: 3,
      digest: sha256Hex(`${asOf}`),
    });
    const disputed = (asOf: number): DecisionEvent => ({
      type: 'PriceDisputed',
      asOf,
      time: asOf,
      symbol: 'AAPL',
      said: 2,
      price: 1,
    });
    const withPreludes = decisions.flatMap((event) =>
      event.asOf % 3 === 0 ? [event] : [called(event.asOf), disputed(event.asOf), event],
    );
    const whole: Decisions = {
      type: 'Decisions',
      version: 1,
      run,
      first: 1,
      decisions: withPreludes,
      watermark: 60,
    };
    const parts = outgoingDecisions(whole).map(
      ({ value }) => parseMessage('agent.decisions', value) as Decisions,
    );
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map((part) => part.decisions.at(-1)?.type)).toEqual(
      parts.map(() => 'AnswerGiven'),
    );
    expect(parts.map(({ first }) => first)).toEqual(
      parts.map((_, index) => 1 + dueInAll(parts.slice(0, index).flatMap((one) => one.decisions))),
    );
    expect(parts.flatMap((part) => part.decisions)).toEqual(withPreludes);
  });

  it('of calls says in each part of which decision they are', () => {
    const calls = Array.from({ length: 50 }, (_, index) => ({
      ordinal: index + 1,
      tool: 'search_news',
      bytes: 2,
      durationMs: 1,
      arguments: JSON.stringify({ query: 'x'.repeat(40_000) }),
      result: null,
      error: 'no',
    }));
    const whole: CallsMade = {
      type: 'CallsMade',
      version: 1,
      run,
      agent: 'a',
      asOf: 9,
      digest: sha256Hex('calls'),
      calls,
    };
    const parts = outgoingCalls(whole)
      .map(({ value }) => parseMessage('agent.calls', value))
      .filter((message) => message.type === 'CallsMade');
    expect(parts.length).toBeGreaterThan(1);
    expect(new Set(parts.map(({ digest }) => digest))).toEqual(new Set([sha256Hex('calls')]));
    expect(parts.flatMap((part) => part.calls)).toEqual(calls);
  });

  it('of events has the hash on its last part alone', () => {
    const hash = sha256Hex('journal');
    const whole: Events = { type: 'Events', version: 1, run, first: 3, events: decisions, hash };
    const parts = outgoingEvents(whole).map(({ value }) => parseMessage('portfolio.events', value));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map((part) => part.hash)).toEqual([...parts.slice(1).map(() => null), hash]);
    expect(parts.flatMap((part) => part.events)).toEqual(decisions);
    expect(parts[1]?.first).toBe(3 + (parts[0]?.events.length ?? 0));
  });

  it('has parts whose headers say what each of them holds', () => {
    const of = { version: 1, run } as const;
    const call = { ordinal: 1, tool: 't', result: null, bytes: 2, error: 'no', durationMs: 1 };
    const calls = Array.from({ length: 5 }, () => ({ ...call, arguments: '"'.repeat(300_000) }));
    const parts = [
      ...outgoingDecisions({ type: 'Decisions', ...of, first: 7, decisions, watermark: 99 }),
      ...outgoingEvents({ type: 'Events', ...of, first: 3, events: decisions, hash: null }),
      ...outgoingCalls({ type: 'CallsMade', ...of, agent: 'a', asOf: 9, digest: run, calls }),
    ];
    expect(new Set(parts.map(({ headers }) => headers?.['first'])).size).toBeGreaterThan(4);
    for (const { topic, value, headers } of parts) {
      const part = JSON.parse(value) as Record<string, unknown>;
      const { type, first, decisions: made, events, calls: asked } = part;
      const count = ((made ?? events ?? asked) as unknown[]).length;
      const held = { type, first, count };
      expect({ topic, ...headers }).toEqual({
        topic,
        ...Object.fromEntries(
          Object.entries(held).flatMap(([name, one]) =>
            one === undefined ? [] : [[name, String(one)]],
          ),
        ),
      });
    }
  });

  it('is sent whole when it holds one item, and wherever it fits', () => {
    const one: Decisions = {
      type: 'Decisions',
      version: 1,
      run,
      first: 1,
      watermark: 1,
      decisions: [answer(1)],
    };
    expect(outgoingDecisions(one)).toHaveLength(1);
    expect(outgoingDecisions({ ...one, decisions: [], watermark: 5 })).toHaveLength(1);
  });
});
