/** Reading a long message decision by decision gives what parsing all of it gives, or nothing. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventSequences } from '../journal-event.fixture.js';
import { isDecisionEvent, type DecisionEvent } from '../journal-event-schema.js';
import type { JournalEvent } from '../journal-events.js';
import { messageSchemas } from './catalogue.js';
import { messageExamples } from './message-examples.js';
import { readDecisions, readEvents } from './read-long-message.js';

const run = 'a1'.repeat(32);

const eventsText = (events: readonly JournalEvent[], hash: string | null = null): string =>
  JSON.stringify({ type: 'Events', version: 1, run, first: 7, events, hash });
const decisionsText = (decisions: readonly DecisionEvent[], watermark = 0): string =>
  JSON.stringify({ type: 'Decisions', version: 1, run, first: 7, decisions, watermark });

type Long = 'Decisions' | 'Events';
const readers = { Decisions: readDecisions, Events: readEvents };

/** As it is parsed where nothing is quick about it; `undefined` for what is refused. */
function parsed(type: Long, text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const topic = type === 'Events' ? 'portfolio.events' : 'agent.decisions';
  return messageSchemas[topic][type]?.safeParse(value).data;
}

const made = (asOf: number, position = 1, rationale: string | null = null): DecisionEvent => ({
  type: 'DecisionMade',
  asOf,
  time: 1_519_160_400_000_000 + asOf,
  decision: { kind: 'target', positions: [{ symbol: 'AAPL', position }] },
  rationale,
});
const marked: JournalEvent = {
  type: 'MarkTaken',
  asOf: 3,
  time: 5,
  session: 17_582,
  equity: 1.5e-7,
  cash: 0,
  gross: 0,
  net: -0.25,
  stale: ['},"rationale":null},{"type":"DecisionMade","asOf":1'],
};

describe('a long message', () => {
  it.each([
    [
      'decisions',
      'Decisions',
      decisionsText(
        [1, 2, 3, 4].map((asOf) => made(asOf)),
        4,
      ),
    ],
    ['changing ones', 'Decisions', decisionsText([1, 2, 3, 4].map((at) => made(at, at % 2)))],
    ['records', 'Events', eventsText([made(1), made(2), marked, marked, made(3, 0), marked])],
    ['no decision', 'Events', eventsText([marked], 'f0'.repeat(32))],
    ['a decision that is late', 'Decisions', decisionsText([made(1), lateAt(2), made(3)])],
    ['the first instant', 'Decisions', decisionsText([{ ...made(0), time: 0 }])],
  ] as const)('of %s is read as it is parsed', (_, type, text) => {
    const read = readers[type](text);
    expect(read).toBeDefined();
    expect(read).toEqual(parsed(type, text));
    expect(JSON.stringify(read)).toBe(text);
  });

  it('of the published examples is read', () => {
    const [, decisions] = messageExamples['agent.decisions'];
    const [events] = messageExamples['portfolio.events'];
    expect(readDecisions(JSON.stringify(decisions))).toEqual(decisions);
    expect(readEvents(JSON.stringify(events))).toEqual(events);
  });

  it('of repeated decisions has each of them once', () => {
    const read = readDecisions(
      decisionsText(Array.from({ length: 40 }, (_, at) => made(at, at % 3))),
    );
    const objects = new Set(
      read?.decisions.map((event) => event.type === 'DecisionMade' && event.decision),
    );
    expect(read?.decisions).toHaveLength(40);
    expect(objects.size).toBe(3);
  });

  it('of decisions that do not repeat is left to others, which is quicker', () => {
    const text = decisionsText(Array.from({ length: 40 }, (_, at) => made(at, at)));
    expect(readDecisions(text)).toBeUndefined();
  });

  it.each<[string, string]>([
    ['a zero too many', decisionsText([made(12)]).replace('"asOf":12', '"asOf":012')],
    ['a sign', decisionsText([made(12)]).replace('"asOf":12', '"asOf":-12')],
    ['a fraction', decisionsText([made(12)]).replace('"asOf":12', '"asOf":12.5')],
    ['an exponent', decisionsText([made(12)]).replace('"asOf":12', '"asOf":12e1')],
    ['no number', decisionsText([made(12)]).replace('"asOf":12', '"asOf":')],
    [
      'a number beyond the exact ones',
      decisionsText([made(12)]).replace(/"time":\d+/, `"time":${2 ** 53}`),
    ],
    ['a space', decisionsText([made(12)]).replace('"asOf":12', '"asOf": 12')],
    ['a rationale', decisionsText([made(12, 1, 'because')])],
    [
      'a member beyond its own',
      decisionsText([made(1)]).replace('"rationale":null', '"rationale":null,"x":1'),
    ],
    ['a decision of no kind', decisionsText([made(1)]).replace('"target"', '"targets"')],
    ['a comma at the end', decisionsText([made(1)]).replace('],"watermark"', ',],"watermark"')],
    ['two commas', decisionsText([made(1), made(2)]).replace('},{"type":"D', '},,{"type":"D')],
    ['no comma', decisionsText([made(1), made(2)]).replace('},{"type":"D', '}{"type":"D')],
    ['a list closed twice', decisionsText([made(1)]).replace('],"watermark"', ']],"watermark"')],
    ['a list opened twice', decisionsText([made(1)]).replace('"decisions":[', '"decisions":[[')],
    ['no decision', decisionsText([])],
    [
      'the list twice',
      decisionsText([made(1)]).replace(',"watermark"', ',"decisions":[],"watermark"'),
    ],
    ['another version', decisionsText([made(1)]).replace('"version":1', '"version":2')],
    ['something behind it', `${decisionsText([made(1)])}\n`],
    ['a record that is no decision', decisionsText([made(1), marked as unknown as DecisionEvent])],
  ])('with %s is not read', (_, text) => {
    expect(readDecisions(text)).toBeUndefined();
  });

  it('holds nothing that belongs to another text', () => {
    expect(readDecisions(eventsText([made(1)]))).toBeUndefined();
    expect(readEvents(decisionsText([made(1)]))).toBeUndefined();
  });
});

describe('a message that says anything', () => {
  /** Texts of a message, and the same with a piece cut out, or with something else in its place. */
  const texts = fc
    .record({
      events: eventSequences,
      ofDecisions: fc.boolean(),
      cut: fc.option(fc.record({ at: fc.nat(), length: fc.nat({ max: 40 }) }), { freq: 3 }),
      put: fc.oneof(
        fc.constantFrom(
          '',
          ',',
          ']',
          '}',
          '{',
          '[',
          '"',
          '0',
          '-1',
          ' ',
          '\\',
          'null',
          '],"hash":null}',
        ),
        fc.constantFrom(
          ',"rationale":null}',
          ',{"type":"DecisionMade","asOf":',
          '},"rationale":null}',
        ),
      ),
    })
    .map(({ events, ofDecisions, cut, put }) => {
      const type: Long = ofDecisions ? 'Decisions' : 'Events';
      const text = ofDecisions ? decisionsText(events.filter(isDecisionEvent)) : eventsText(events);
      if (cut === null) return { type, text };
      const at = cut.at % text.length;
      return { type, text: text.slice(0, at) + put + text.slice(at + cut.length) };
    });

  it('is read as it is parsed, or not at all', () => {
    let taken = 0;
    const law = fc.property(texts, ({ type, text }) => {
      const read = readers[type](text);
      if (read === undefined) return;
      taken++;
      expect(read).toEqual(parsed(type, text));
    });
    fc.assert(law, { numRuns: 2000 });
    expect(taken).toBeGreaterThan(200);
  });
});

function lateAt(asOf: number): DecisionEvent {
  return { type: 'DecisionLate', asOf, time: asOf, reason: 'after 1 s' };
}
