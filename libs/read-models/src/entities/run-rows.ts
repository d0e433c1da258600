/** Rows from the topic `runs`: what was submitted, and what nobody wants any more. */

import { Entity } from 'typeorm';
import type { RunSubmitted, ScenarioSubmitted } from '#contracts/streams/runs';
import { JsonText, Text, TextKey, Whole } from './columns.js';

@Entity('submissions')
export class SubmissionRow {
  @TextKey() submission!: string;
  @Text() tape!: string;
  @JsonText() scenario!: ScenarioSubmitted['scenario'];
  /** Run ids in the order of the scenario's result. */
  @JsonText() runs!: readonly string[];
}

/** Which runs a submission is made of: several may share a run. */
@Entity('submission_runs')
export class SubmissionRunRow {
  @TextKey() submission!: string;
  @TextKey() run!: string;
  /** In the order of the scenario's result, from 1. */
  @Whole() position!: number;
}

@Entity('runs')
export class RunRow {
  @TextKey() run!: string;
  @Text() label!: string;
  /** The first that asked for it. */
  @Text() submission!: string;
  @Text() tape!: string;
  @JsonText() plan!: RunSubmitted['plan'];
}

@Entity('cancellations')
export class CancellationRow {
  @TextKey() run!: string;
  @Text() reason!: string;
}
