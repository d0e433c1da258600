/** Rows from the topic `agent.decisions`: decisions of each run, how far they go, and answers that were refused. */

import { Entity } from 'typeorm';
import type { JournalledDecision } from '#contracts';
import type { DecisionEvent } from '#contracts/streams/runs';
import { JsonTextOrNull, Text, TextKey, TextOrNull, Whole, WholeKey } from './columns.js';

@Entity('decisions')
export class DecisionRow {
  @TextKey() run!: string;
  /** Within its run, from 1, gapless. */
  @WholeKey() number!: number;
  @Whole() asOf!: number;
  /** Knowledge time of that fact, microseconds. */
  @Whole() time!: number;
  @Text() type!: DecisionEvent['type'];
  /** Null for all but `DecisionMade`. */
  @JsonTextOrNull() decision!: JournalledDecision | null;
  /** SHA-256 of the rationale. */
  @TextOrNull() rationale!: string | null;
  /** Why it is invalid, late or failed. */
  @TextOrNull() reason!: string | null;
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
