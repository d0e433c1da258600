/** Rows of tool calls: what was called, from `agent.calls`, and whose calls count, from `portfolio.events`. */

import { Entity } from 'typeorm';
import { Double, PackedText, Text, TextKey, TextOrNull, Whole, WholeKey } from './columns.js';

/** A call as it came; one of an answer that never counted has a digest that the journal does not know. */
@Entity('tool_calls')
export class ToolCallRow {
  @TextKey() run!: string;
  /** Where its decision was due. */
  @WholeKey() asOf!: number;
  /** Within its decision, from 1, gapless. */
  @WholeKey() ordinal!: number;
  /** Over all calls of its decision. */
  @TextKey() digest!: string;
  @Text() tool!: string;
  /** Canonical JSON. */
  @PackedText() arguments!: string;
  /** SHA-256 of the result; null where the call failed. */
  @TextOrNull() result!: string | null;
  @Whole() bytes!: number;
  @TextOrNull() error!: string | null;
  @Double() durationMs!: number;
}

/** What the journal says of the calls of a decision. */
@Entity('called_decisions')
export class CalledDecisionRow {
  @TextKey() run!: string;
  @WholeKey() asOf!: number;
  @Text() digest!: string;
  @Whole() calls!: number;
}
