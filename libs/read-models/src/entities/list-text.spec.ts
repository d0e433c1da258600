/** Lists cut out of messages: what is read is what the message says, however it is laid out. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMessage } from '#contracts/streams/catalogue';
import type { Decisions, Events } from '#contracts/streams/runs';
import { decisionsText, eventsText, itemsOf } from './list-text.js';
import { decisionOf, decisions, eventMessages, runA } from '../sample-messages.fixture.js';

const decided = { type: 'Decisions', version: 2, run: runA, first: 1, decisions, watermark: 9 };
const [recorded] = eventMessages(runA, [100]) as [Events];

const readDecisions = (text: string, known = 0): readonly unknown[] => {
  const message = parseMessage('agent.decisions', text) as Decisions;
  return itemsOf('decisions', decisionsText(message, { known, after: 0 }, text));
};
const readEvents = (text: string, known = 0): readonly unknown[] =>
  itemsOf('events', eventsText(parseMessage('portfolio.events', text), known, text));

/** Members in any order, each perhaps twice, and white space where JSON allows it. */
const layouts = <T extends object>(message: T, others: readonly (readonly [string, unknown])[]) => {
  const members = [...Object.entries(message), ...others];
  return fc
    .record({
      order: fc.shuffledSubarray(members, { minLength: members.length, maxLength: members.length }),
      space: fc.constantFrom('', ' ', '\n\t'),
      isShuffled: fc.boolean(),
    })
    .map(({ order, space, isShuffled }) => {
      const laidOut = isShuffled ? order : members;
      const text = laidOut
        .map(([name, value]) => `${JSON.stringify(name)}:${space}${JSON.stringify(value)}`)
        .join(`${space},`);
      return `{${text}}`;
    });
};

describe('the list of a message as text', () => {
  it('is cut out of what our own services write', () => {
    const text = JSON.stringify(decided);
    const cut = decisionsText(
      parseMessage('agent.decisions', text) as Decisions,
      { known: 0, after: 0 },
      text,
    );
    expect(cut).toBe(JSON.stringify(decisions));
    const journal = JSON.stringify(recorded);
    expect(eventsText(recorded, 0, journal)).toBe(JSON.stringify(recorded.events));
  });

  it('begins where it is told to', () => {
    expect(readDecisions(JSON.stringify(decided), 2)).toEqual(decisions.slice(2));
    expect(readEvents(JSON.stringify(recorded), 3)).toEqual(recorded.events.slice(3));
  });

  it('is what the message says, in any layout, and where members stand twice', () => {
    const others = [
      ['decisions', [decisionOf(3)]],
      ['watermark', 9],
      ['first', 1],
    ] as const;
    fc.assert(
      fc.property(layouts(decided, others), (text) => {
        const message = parseMessage('agent.decisions', text) as Decisions;
        expect(readDecisions(text)).toEqual(message.decisions);
      }),
    );
    const twice = [
      ['events', recorded.events.slice(0, 2)],
      ['hash', recorded.hash],
    ] as const;
    fc.assert(
      fc.property(layouts(recorded, twice), (text) => {
        expect(readEvents(text)).toEqual(parseMessage('portfolio.events', text).events);
      }),
    );
  });

  it('is the second list where one hides behind the first', () => {
    const { events, hash, ...rest } = recorded;
    const start = JSON.stringify(rest).slice(0, -1);
    const [few, all] = [JSON.stringify(events.slice(0, 1)), JSON.stringify(events)];
    const text = `${start},"events":${few},"events":${all},"hash":${JSON.stringify(hash)}}`;
    expect(readEvents(text)).toEqual(events);
  });
});
