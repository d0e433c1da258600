/** Messages with thousands of decisions, read decision by decision: what repeats is parsed and checked once. */

import { isDecisionEvent, isJournalEvent, type DecisionEvent } from '../journal-event-schema.js';
import type { JournalEvent, JournalEventOf } from '../journal-events.js';
import type { Decisions, Events } from './runs.js';

type Made = JournalEventOf<'DecisionMade'>;
type IsItem<T> = (value: unknown) => value is T;

const made = '{"type":"DecisionMade","asOf":';
const nextMade = `,${made}`;
const timeOfMade = ',"time":';
const decisionOfMade = ',"decision":';
const endOfMade = '},"rationale":null}';

const decisionsHead =
  /^\{"type":"Decisions","version":1,"run":"[0-9a-f]{64}","first":[1-9]\d{0,14},"decisions":\[/;
const decisionsTail = /\],"watermark":(?:0|[1-9]\d{0,14})\}$/;
const eventsHead =
  /^\{"type":"Events","version":1,"run":"[0-9a-f]{64}","first":[1-9]\d{0,14},"events":\[/;
const eventsTail = /\],"hash":(?:null|"[0-9a-f]{64}")\}$/;
/** Most agents have two or three decisions that they make again and again. */
const knownMax = 4;
/** From so many new decisions on, half of all have to be repeated: one by one they take longer than all at once. */
const repeatsFrom = 16;
/** Longer than any tail. */
const tailLength = 100;

/**
 * The message of `text` as `JSON.parse` and its schema would have it, where our own services wrote it; a decision that
 * says the same as one of the last few is the same object. `undefined` for every other text, right or wrong.
 */
export function readDecisions(text: string): Decisions | undefined {
  const read = readMessage<Decisions, DecisionEvent>(
    text,
    decisionsHead,
    decisionsTail,
    isDecisionEvent,
  );
  return read && { ...read.message, decisions: read.items };
}

/** As `readDecisions`, of records of a journal: those that are no decisions are parsed as they come. */
export function readEvents(text: string): Events | undefined {
  const read = readMessage<Events, JournalEvent>(text, eventsHead, eventsTail, isJournalEvent);
  return read && { ...read.message, events: read.items };
}

/** The items of the list between head and tail, and the message as it is without them. */
function readMessage<M, T extends JournalEvent>(
  text: string,
  head: RegExp,
  tail: RegExp,
  isItem: IsItem<T>,
): { readonly message: M; readonly items: (T | Made)[] } | undefined {
  const before = head.exec(text)?.[0];
  const behind = tail.exec(text.slice(-tailLength))?.[0];
  if (before === undefined || behind === undefined) return undefined;
  const to = text.length - behind.length;
  const items = new ListReader(text, before.length, to, isItem).read();
  // Parsed, for what is cut out of a text keeps all of the text in memory.
  return items && { message: JSON.parse(`${before}${behind}`) as M, items };
}

/**
 * A list between two places of a text. Each step ends behind a whole value, so that what stands there next can be
 * nothing but a comma or the end of the list, as in a parser that goes character by character.
 */
class ListReader<T extends JournalEvent> {
  private readonly items: (T | Made)[] = [];
  /** The latest decisions, each with what stands from its name to the end of its event. */
  private readonly known: { readonly text: string; readonly decision: Made['decision'] }[] = [];
  /** How many decisions were none of those known. */
  private parsed = 0;

  constructor(
    private readonly text: string,
    private at: number,
    private readonly to: number,
    private readonly isItem: IsItem<T>,
  ) {}

  /** `undefined` where the list is not laid out as expected, holds what is no item, or nothing. */
  read(): (T | Made)[] | undefined {
    for (;;) {
      const isRead = this.pass(made) ? this.readMade() : this.readOthers();
      if (!isRead) return undefined;
      if (this.at === this.to) return this.items;
      if (this.text[this.at] !== ',') return undefined;
      this.at++;
    }
  }

  /** A decision, from its as-of on. */
  private readMade(): boolean {
    const asOf = this.readCount();
    if (!this.pass(timeOfMade)) return false;
    const time = this.readCount();
    if (!(asOf >= 0 && time >= 0)) return false;
    const decision = this.knownDecision() ?? this.newDecision(asOf, time);
    if (decision === undefined) return false;
    this.items.push({ type: 'DecisionMade', asOf, time, decision, rationale: null });
    return true;
  }

  private knownDecision(): Made['decision'] | undefined {
    for (const { text, decision } of this.known) if (this.pass(text)) return decision;
    return undefined;
  }

  private newDecision(asOf: number, time: number): Made['decision'] | undefined {
    const { at, text, known } = this;
    if (++this.parsed > repeatsFrom && this.parsed > this.items.length / 2) return undefined;
    const last = text.indexOf(endOfMade, at);
    if (!this.pass(decisionOfMade) || last < 0 || last >= this.to) return undefined;
    const decision = jsonOf(text.slice(this.at, last + 1)) as Made['decision'];
    const event = { type: 'DecisionMade', asOf, time, decision, rationale: null };
    if (!isDecisionEvent(event)) return undefined;
    this.at = last + endOfMade.length;
    known.unshift({ text: text.slice(at, this.at), decision });
    if (known.length > knownMax) known.pop();
    return decision;
  }

  /** Whatever stands before the next decision. */
  private readOthers(): boolean {
    const next = this.text.indexOf(nextMade, this.at);
    const end = next < 0 || next > this.to ? this.to : next;
    const parsed = jsonOf(`[${this.text.slice(this.at, end)}]`) as unknown[] | undefined;
    if (parsed === undefined || parsed.length === 0 || !parsed.every(this.isItem)) return false;
    for (const item of parsed) this.items.push(item);
    this.at = end;
    return true;
  }

  /** Goes behind what is expected here; not where something else stands. */
  private pass(expected: string): boolean {
    const end = this.at + expected.length;
    // To cut out and compare takes half the time of `startsWith`.
    if (this.text.slice(this.at, end) !== expected) return false;
    this.at = end;
    return true;
  }

  /** A number without sign, fraction and exponent, as JSON writes it; NaN where none stands here that is exact. */
  private readCount(): number {
    const { text, at: from } = this;
    let value = 0;
    let at = from;
    for (;;) {
      const digit = text.charCodeAt(at) - 48;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
      at++;
    }
    this.at = at;
    const isCanonical = at === from + 1 || text[from] !== '0';
    return at > from && isCanonical && Number.isSafeInteger(value) ? value : NaN;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
