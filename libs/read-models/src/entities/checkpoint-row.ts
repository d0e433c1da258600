/** How far each partition has been projected: written in the same transaction as the rows. */

import { Entity } from 'typeorm';
import { TextKey, Whole, WholeKey } from './columns.js';

@Entity('checkpoints')
export class CheckpointRow {
  @TextKey() topic!: string;
  @WholeKey() partition!: number;
  /** Messages below it are in the tables. */
  @Whole() nextOffset!: number;
}
