/**
 * What work on tasks defines besides the tasks: its workflow, terms of its own, and the solutions.
 */

import { z } from 'zod';
import { openObject } from './open-object.js';
import { tradingWorkflows } from './trading-terms.js';

/** Far more than terms need, and cheap to traverse. */
const termsDepthMax = 16;

/** Any workflow except those that trade. */
export const taskWorkflowSchema = z
  .string()
  .max(64)
  .refine(
    (name) => tradingWorkflows.every((other) => name !== other),
    'a scenario that trades has symbols and a window',
  )
  .meta({ not: { enum: [...tradingWorkflows] } });

/** JSON, interpreted by the workflow itself. */
export const taskTermsSchema = openObject(termsDepthMax);

/** A task workflow's terms for a run. */
export type TaskTerms = Readonly<z.infer<typeof taskTermsSchema>>;

/** Ground truth, by the id of its task: only scoring reads it, and no tape ever holds it. */
export interface Solutions {
  /** SHA-256 of their file. */
  readonly sha256: string;
  /** JSON, interpreted by the workflow. */
  readonly byTask: ReadonlyMap<string, unknown>;
  /** A member that people stated or changed after the data set was made, such as `gold`. */
  readonly restated?: string | undefined;
}
