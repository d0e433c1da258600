/** Rows from the topic `runs`: what was submitted, and what nobody wants any more. */

import { Entity, Index } from 'typeorm';
import type { RunSubmitted, ScenarioSubmitted } from '#contracts/streams/runs';
import { JsonText, Text, TextKey } from './columns.js';

@Entity('submissions')
export class SubmissionRow {
  @TextKey() submission!: string;
  @Text() tape!: string;
  @JsonText() scenario!: ScenarioSubmitted['scenario'];
  /** Run ids in the order of the scenario's result. */
  @JsonText() runs!: readonly string[];
}

@Entity('runs')
@Index('runs_by_submission', ['submission', 'run'])
export class RunRow {
  @TextKey() run!: string;
  @Text() label!: string;
  @Text() submission!: string;
  @Text() tape!: string;
  @JsonText() plan!: RunSubmitted['plan'];
}

@Entity('cancellations')
export class CancellationRow {
  @TextKey() run!: string;
  @Text() reason!: string;
}
