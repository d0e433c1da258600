/** Rows from `tapes`, `clock.commands` and `market.tape`: which tapes are wanted, how far they are, their documents. */

import { Entity } from 'typeorm';
import type { ClockCommand, TapeOpened, TapeRequested } from '#contracts/streams/market';
import { Flag, JsonText, JsonTextOrNull, Text, TextKey, TextOrNull, Whole } from './columns.js';

@Entity('tapes')
export class TapeRow {
  @TextKey() tape!: string;
  @Text() dataset!: string;
  @Text() dataHash!: string;
  /** Last session, days since 1970-01-01. */
  @Whole() until!: number;
  @Text() badRows!: TapeRequested['badRows'];
  @JsonText() speed!: TapeRequested['speed'];
  @JsonText() header!: TapeRequested['header'];
}

@Entity('tape_progress')
export class TapeProgressRow {
  @TextKey() tape!: string;
  /** Null where facts came without an opening. */
  @JsonTextOrNull() header!: TapeOpened['header'] | null;
  /** Facts so far. */
  @Whole() facts!: number;
  /** Knowledge time of the last fact, microseconds; 0 before the first. */
  @Whole() time!: number;
  @Flag() isClosed!: boolean;
  /** Null until the tape is closed. */
  @TextOrNull() tapeHash!: string | null;
  /** Why no further fact is counted: the tape cannot go on, or some are missing. */
  @TextOrNull() failure!: string | null;
}

@Entity('clock_commands')
export class ClockCommandRow {
  @TextKey() tape!: string;
  @TextKey() id!: string;
  @JsonText() command!: ClockCommand['command'];
}

/** What is in force of them. */
@Entity('clock_turns')
export class ClockTurnsRow {
  @TextKey() tape!: string;
  @Flag() isPaused!: boolean;
  /** The last one that was set; null where none was. */
  @JsonTextOrNull() speed!: TapeRequested['speed'] | null;
}

@Entity('documents')
export class DocumentRow {
  @TextKey() tape!: string;
  /** SHA-256 of the text. */
  @TextKey() hash!: string;
  /** In UTF-16 code units. */
  @Whole() chars!: number;
  /** Seq of the first fact that refers to it. */
  @Whole() firstSeq!: number;
}
