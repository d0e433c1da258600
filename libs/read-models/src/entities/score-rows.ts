/** Rows from the topic `scores`: the figures of finished runs. */

import { Entity } from 'typeorm';
import type { RunScored, TasksScored } from '#contracts/streams/runs';
import {
  DoubleOrNull,
  JsonText,
  JsonTextOrNull,
  Text,
  TextKey,
  TextOrNull,
  Whole,
} from './columns.js';

@Entity('scores')
export class ScoreRow {
  @TextKey() run!: string;
  @Text() journalHash!: string;
  @Whole() records!: number;
  @JsonTextOrNull() drawdown!: RunScored['drawdown'];
  @JsonText() intervals!: RunScored['intervals'];
  @JsonText() coverage!: RunScored['coverage'];
}

/** Of a run of tasks. */
@Entity('task_scores')
export class TaskScoreRow {
  @TextKey() run!: string;
  @Text() workflow!: string;
  @Text() journalHash!: string;
  @Whole() records!: number;
  /** SHA-256 of the file of solutions; null where there was none. */
  @TextOrNull() solutions!: string | null;
  @JsonText() coverage!: TasksScored['coverage'];
}

/** Figures of any run, as its workflow names them. */
@Entity('metrics')
export class MetricRow {
  @TextKey() run!: string;
  @TextKey() name!: string;
  @DoubleOrNull() value!: number | null;
  /** Why the value is null. */
  @TextOrNull() undefinedBecause!: string | null;
}
