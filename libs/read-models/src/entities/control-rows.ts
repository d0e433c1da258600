/** What is no projection of topics: tokens of the interface, and who did what with them. */

import { Entity, Index } from 'typeorm';
import { JsonText, Text, TextKey, WholeKey, WholeOrNull, Whole } from './columns.js';

@Entity('tokens')
@Index('tokens_by_hash', ['hash'], { unique: true })
export class TokenRow {
  @TextKey() name!: string;
  /** SHA-256 of the token, hex. The token itself is nowhere. */
  @Text() hash!: string;
  @JsonText() scopes!: readonly string[];
  /** Instant, microseconds; null for never. */
  @WholeOrNull() expires!: number | null;
}

@Entity('audit')
export class AuditRow {
  /** Instant, microseconds. */
  @WholeKey() at!: number;
  @TextKey() id!: string;
  /** Name of the token, or where a request without one came from. */
  @Text() who!: string;
  @Text() what!: string;
  @Text() outcome!: string;
  @JsonText() detail!: Readonly<Record<string, string | number | boolean | null>>;
}

/** How far each partition has been projected: written in the same transaction as the rows. */
@Entity('checkpoints')
export class CheckpointRow {
  @TextKey() topic!: string;
  @WholeKey() partition!: number;
  /** Messages below it are in the tables. */
  @Whole() nextOffset!: number;
}
