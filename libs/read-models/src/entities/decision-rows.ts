/** Rows from the topic `agent.decisions`: decisions of each run, how far they go, and answers that were refused. */

import { Entity } from 'typeorm';
import type { JournalEventOf, JournalledDecision } from '#contracts';
import type { FailureClass } from '#contracts/journal/answer-class';
import type { DecisionEvent, RunWait } from '#contracts/streams/runs';
import type { ListText } from './list-text.js';
import {
  JsonTextOrNull,
  PackedText,
  Text,
  TextKey,
  TextOrNull,
  Whole,
  WholeKey,
} from './columns.js';

/** Decisions as they came: the new ones of a message, so that a thousand of them are one row. A stretch is one item. */
@Entity('decision_parts')
export class DecisionPartRow {
  @TextKey() run!: string;
  /** Numbers of its first and last decision within the run, from 1, gapless. */
  @WholeKey() first!: number;
  @Whole() last!: number;
  @PackedText() decisions!: ListText<'decisions', DecisionEvent>;
}

/** The action of a hedging session, in the form of other decisions. */
type PairChoice = { readonly kind: 'pair' } & Pick<
  JournalEventOf<'PairDecided'>,
  'left' | 'right' | 'action'
>;

/** A decision as it is read. */
export interface DecisionRow {
  readonly run: string;
  /** Within its run, from 1, gapless. */
  readonly number: number;
  readonly asOf: number;
  /** Knowledge time of that fact, microseconds. */
  readonly time: number;
  readonly type: DecisionEvent['type'];
  /** How many due decisions it stands for: more than one for a stretch, which has as many numbers. */
  readonly count: number;
  /** As-of from which on they were due. */
  readonly since: number;
  /** Null where there is none. */
  readonly decision: JournalledDecision | PairChoice | null;
  /** SHA-256 of the rationale. */
  readonly rationale: string | null;
  /** Why it is invalid, late or failed. */
  readonly reason: string | null;
  /** Of the failure, where the agent states one; null for others. */
  readonly class: FailureClass | null;
  /** Tool calls that were made for it, and the digest over them; null where there were none. */
  readonly calls: number;
  readonly callsDigest: string | null;
  /** Prices that the agent gave and the tape does not have; a price of the tape is null where it has none. */
  readonly disputed: readonly Pick<JournalEventOf<'PriceDisputed'>, 'symbol' | 'said' | 'price'>[];
}

@Entity('decision_progress')
export class DecisionProgressRow {
  @TextKey() run!: string;
  /** Decisions so far. */
  @Whole() decisions!: number;
  /** Every decision that is due at or before this as-of is there. */
  @Whole() watermark!: number;
  /** Why no further decision is taken in, where some are missing. */
  @TextOrNull() failure!: string | null;
  /** What it waits for, until it goes on. */
  @JsonTextOrNull() wait!: RunWait | null;
}

@Entity('refusals')
export class RefusalRow {
  @TextKey() run!: string;
  @WholeKey() asOf!: number;
  /** Hash of agent and reason: one answer that is refused twice is one row. */
  @TextKey() id!: string;
  @Text() agent!: string;
  @Text() reason!: string;
}
