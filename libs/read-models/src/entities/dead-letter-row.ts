/** Rows from the topic `dead-letters`: each message that could not be read, once. */

import { Entity } from 'typeorm';
import { Text, TextKey, TextOrNull, Whole, WholeKey } from './columns.js';

@Entity('dead_letters')
export class DeadLetterRow {
  /** Where the broken message stands. */
  @TextKey() topic!: string;
  @WholeKey() partition!: number;
  @WholeKey() offset!: number;
  @TextOrNull() key!: string | null;
  @Text() reason!: string;
  /** Base64 of its first bytes. */
  @Text() value!: string;
  /** Number of its bytes. */
  @Whole() size!: number;
}
