/** Rows from the topic `portfolio.events`: journals as they came, and what each event of them says. */

import { Entity } from 'typeorm';
import type { JournalEvent, JournalEventOf, OrderSize } from '#contracts';
import type { ListText } from './list-text.js';
import {
  Double,
  DoubleOrNull,
  JsonText,
  PackedText,
  Text,
  TextKey,
  TextOrNull,
  Whole,
  WholeKey,
  WholeOrNull,
} from './columns.js';

type Accepted = JournalEventOf<'OrderAccepted'>;
type Filled = JournalEventOf<'OrderFilled'>;

@Entity('run_progress')
export class RunProgressRow {
  @TextKey() run!: string;
  /** Records of the journal so far. */
  @Whole() records!: number;
  /** As-of and knowledge time of the last of them. */
  @Whole() asOf!: number;
  @Whole() time!: number;
  /** Of the whole journal; null until it is closed. */
  @TextOrNull() journalHash!: string | null;
  @TextOrNull() tapeHash!: string | null;
  /** Facts of the tape that the run read, once it has ended. */
  @WholeOrNull() facts!: number | null;
  /** Why no further record is taken in, where some are missing. */
  @TextOrNull() failure!: string | null;
}

@Entity('journal')
export class JournalRow {
  @TextKey() run!: string;
  /** Numbers of its first and last record, from 1. */
  @WholeKey() first!: number;
  @Whole() last!: number;
  @PackedText() events!: ListText<'events', JournalEvent>;
  @TextOrNull() journalHash!: string | null;
}

export type OrderStatus = 'waiting' | 'filled' | 'cancelled' | 'denied';

@Entity('orders')
export class OrderRow {
  @TextKey() run!: string;
  /** The order's number in its run. */
  @WholeKey() number!: number;
  /** Number of the record that accepted it. */
  @Whole() record!: number;
  @Whole() asOf!: number;
  @Whole() time!: number;
  @Text() symbol!: string;
  @Whole() session!: number;
  @Text() orderType!: Accepted['orderType'];
  @Text() side!: Accepted['side'];
  @JsonText() size!: OrderSize;
  @DoubleOrNull() limitPrice!: number | null;
  @DoubleOrNull() stopPrice!: number | null;
  @Text() timeInForce!: Accepted['timeInForce'];
  @TextOrNull() groupName!: string | null;
  @TextOrNull() clientId!: string | null;
  @Text() status!: OrderStatus;
  /** Why it was cancelled or denied. */
  @TextOrNull() reason!: string | null;
  /** Number of its fills, parts included; a flip has two. One that waits with some was filled in part. */
  @Whole() fills!: number;
  /** Number of the record that filled, cancelled or denied it last. */
  @WholeOrNull() endRecord!: number | null;
}

@Entity('denials')
export class DenialRow {
  @TextKey() run!: string;
  @WholeKey() record!: number;
  @Whole() asOf!: number;
  @Whole() time!: number;
  /** Null where it was denied before it got a number. */
  @WholeOrNull() orderNumber!: number | null;
  @Text() symbol!: string;
  @Text() reason!: JournalEventOf<'OrderDenied'>['reason'];
}

@Entity('fills')
export class FillRow {
  @TextKey() run!: string;
  @WholeKey() record!: number;
  @Whole() asOf!: number;
  @Whole() time!: number;
  @Whole() orderNumber!: number;
  @Text() symbol!: string;
  /** Signed. */
  @Double() shares!: number;
  @Double() price!: number;
  @Double() fee!: number;
  @Text() at!: Filled['at'];
  @Text() purpose!: Filled['purpose'];
  @Double() weightBefore!: number;
  @Double() weightAfter!: number;
}

@Entity('positions')
export class PositionRow {
  @TextKey() run!: string;
  @TextKey() symbol!: string;
  /** Signed; 0 where a position was closed. */
  @Double() shares!: number;
  /** Number and as-of of the record that changed it last. */
  @Whole() record!: number;
  @Whole() asOf!: number;
}

@Entity('equity')
export class EquityRow {
  @TextKey() run!: string;
  @WholeKey() record!: number;
  @Whole() asOf!: number;
  @Whole() time!: number;
  /** Days since 1970-01-01. */
  @Whole() session!: number;
  @Double() equity!: number;
  @Double() cash!: number;
  @Double() gross!: number;
  @Double() net!: number;
  /** Symbols without a price of that session. */
  @JsonText() stale!: readonly string[];
}
