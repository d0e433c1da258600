/** The decisions of an earlier run, returned as they fall due, with stretches expanded. */

import { invariant } from '#values';
import { dueIn, isPrelude, type DecisionEvent, type Prelude } from '#contracts';
import type { AnswerEvent } from '#workflows';

/** The error when the next decision is not the one for an as-of. */
type OutOfPlace = (asOf: number, found: string) => Error;

/** Shared, because most decisions stand alone. */
const noPreludes: readonly Prelude[] = Object.freeze([]);
const noEvent = { type: '' };

export class RecordedDecisions {
  private events: DecisionEvent[] = [];
  private head = 0;
  /** The answer that the stretch at the head returns, and how many are left of it. */
  private answer: AnswerEvent | undefined;
  private left = 0;
  /** The events before the last decision taken. */
  preludes: readonly Prelude[] = noPreludes;

  constructor(private readonly outOfPlace: OutOfPlace) {}

  add(events: readonly DecisionEvent[]): void {
    if (this.head === this.events.length) {
      this.events = [];
      this.head = 0;
    }
    for (const event of events) this.events.push(event);
  }

  /**
   * The decision due at this as-of; undefined if there are no more. Throws if the next one is for
   * another as-of.
   */
  take(asOf: number): AnswerEvent | undefined {
    if (this.left === 0) this.takePreludes();
    const event = this.events[this.head];
    if (event === undefined) return undefined;
    if (this.left === 0) this.begin(event);
    // Only the last of a stretch has a place: the earlier ones are due before that.
    const isInPlace = this.left === 1 ? event.asOf === asOf : asOf < event.asOf;
    if (!isInPlace) throw this.outOfPlace(asOf, described(event, this.left));
    if (--this.left === 0) this.head++;
    return this.answer;
  }

  private takePreludes(): void {
    const start = this.head;
    while (isPrelude(this.events[this.head] ?? noEvent)) this.head++;
    const isNone = this.head === start;
    this.preludes = isNone ? noPreludes : this.events.slice(start, this.head).filter(isPrelude);
  }

  private begin(event: DecisionEvent): void {
    invariant(!isPrelude(event), 'what stands before a decision was taken with it');
    this.left = dueIn(event);
    this.answer = event.type === 'DecisionsUnchanged' ? unchanged(event) : event;
  }
}

const unchanged = ({ decision }: DecisionEvent & { type: 'DecisionsUnchanged' }): AnswerEvent => ({
  type: 'DecisionMade',
  decision,
  rationale: null,
});

const described = ({ asOf }: DecisionEvent, left: number): string =>
  left === 1 ? `one at as-of ${asOf}` : `${left} up to as-of ${asOf}`;
