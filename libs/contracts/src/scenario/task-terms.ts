/** What work on tasks has besides the tasks: its workflow, terms of its own, and the solutions. */

import { z } from 'zod';
import { openObject } from './open-object.js';
import { tradingWorkflows } from './trading-terms.js';

/** Far more than terms need, and little to walk through. */
const termsDepthMax = 16;

/** Any workflow but those that trade. */
export const taskWorkflowSchema = z
  .string()
  .max(64)
  .refine(
    (name) => tradingWorkflows.every((other) => name !== other),
    'a scenario that trades has symbols and a window',
  )
  .meta({ not: { enum: [...tradingWorkflows] } });

/** JSON, of which the workflow itself says what it means. */
export const taskTermsSchema = openObject(termsDepthMax);

/** What a workflow of tasks says of a run. */
export type TaskTerms = Readonly<z.infer<typeof taskTermsSchema>>;

/** Ground truth, by the id of its task: only scoring reads it, and no tape ever holds it. */
export interface Solutions {
  /** SHA-256 of the file that they come from. */
  readonly sha256: string;
  /** JSON, of which the workflow says what it means. */
  readonly byTask: ReadonlyMap<string, unknown>;
}
