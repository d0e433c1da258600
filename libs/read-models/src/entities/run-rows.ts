/** Rows from the topic `runs`: what was submitted, and what nobody wants any more. */

import { Entity } from 'typeorm';
import type { SymbolData } from '#contracts/result/result';
import type { RunSubmitted, ScenarioSubmitted } from '#contracts/streams/runs';
import { JsonText, JsonTextOrNull, Text, TextKey, Whole } from './columns.js';

@Entity('submissions')
export class SubmissionRow {
  @TextKey() submission!: string;
  @Text() tape!: string;
  @JsonText() scenario!: ScenarioSubmitted['scenario'];
  /** Run ids in the order of the scenario's result. */
  @JsonText() runs!: readonly string[];
  /** What the check of the data found about each symbol; null where the submission does not say it. */
  @JsonTextOrNull() data!: readonly SymbolData[] | null;
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
