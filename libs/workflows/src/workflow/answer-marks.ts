/** What a solution records of the text of an answer, besides who gave it. */

import { z } from 'zod';

/** Members of a solution; an answer without a mark has none of them. */
export const answerMarks = {
  /**
   * Set if the answer names its author: judges could read it, so their scores do not
   * compare models.
   */
  namesAuthor: z
    .strictObject({
      /** Whether the result has answers of other models. */
      otherModels: z.boolean(),
    })
    .optional(),
  /** Halves of surrogate pairs in the answer, which judges see as U+FFFD. */
  halves: z.int().positive().optional(),
};
export type AnswerMarks = z.infer<z.ZodObject<typeof answerMarks>>;

/** Whether a judgment may compare agents of different models. */
export const isComparable = ({ namesAuthor }: AnswerMarks): boolean =>
  namesAuthor?.otherModels !== true;
