/** Rubrics as files: a line for each task, and the review of their items by people. */

import { z } from 'zod';
import { excerpt, invalidInput } from '#values';
import { checkedLines } from '#contracts/parsing/json-lines';
import { givenItem, rubricItem, type RubricItem } from '#workflows/workflow/judgment';
import { textIn } from '#backtest/tape/text-in';

const rubricLine = z.strictObject({
  task: z.string().min(1),
  /** Agents from whose answers it was made. */
  from: z.array(z.string()),
  items: z
    .array(givenItem)
    .min(1)
    .max(200)
    .superRefine((items, context) => {
      const ids = items.map(({ id }) => id);
      const again = ids.findIndex((id, at) => ids.indexOf(id) < at);
      if (again < 0) return;
      const message = 'an id that no other item of the rubric has';
      context.addIssue({ code: 'custom', path: [again, 'id'], message });
    }),
});
export type RubricLine = z.infer<typeof rubricLine>;

/**
 * What a person decided on an item; an edit replaces members of it, and `expected: null`
 * removes the value.
 */
const reviewLine = z
  .strictObject({
    task: z.string().min(1),
    item: z.string().min(1),
    decision: z.enum(['open', 'accept', 'edit', 'drop']),
    reason: z.string(),
    /** Samples of the rubric that have the item; for people to read. */
    samples: z.int().optional(),
    text: rubricItem.shape.text.optional(),
    // Without the item's default, which would remove the value where a line does not have it.
    expected: rubricItem.shape.expected.unwrap().optional(),
  })
  .refine(({ decision, reason }) => decision === 'open' || reason !== '', {
    message: 'why, in a few words',
    path: ['reason'],
  });

/**
 * Rubrics by task after their review, and `counts` of items by decision; undefined without a
 * review. `InvalidInput` names file, line and member, and an item that is in no rubric.
 */
export function rubricsOf(file: string, review: string | undefined) {
  const byTask = new Map<string, RubricLine>();
  for (const { where, value } of checkedLines({ name: file, text: textIn(file) }, rubricLine)) {
    if (byTask.has(value.task)) {
      throw invalidInput('a task has two rubrics', { where, found: excerpt(value.task) });
    }
    byTask.set(value.task, value);
  }
  if (review === undefined) return { file, byTask, counts: undefined };
  const counts = { accept: 0, edit: 0, drop: 0, open: 0 };
  for (const { where, value } of checkedLines({ name: review, text: textIn(review) }, reviewLine)) {
    const { task, item: id, decision } = value;
    const rubric = byTask.get(task);
    const found = rubric?.items.find((one) => one.id === id);
    if (rubric === undefined || found === undefined) {
      const expected = `an item of ${file}`;
      throw invalidInput('no such item', { where, expected, found: excerpt(`${task}, ${id}`) });
    }
    if (decision === 'open') continue;
    counts[decision]++;
    const changed = { accept: [found], edit: [editedItem(found, value)], drop: [] }[decision];
    const items = rubric.items.flatMap((one) => (one.id !== id ? [one] : changed));
    byTask.set(task, { ...rubric, items });
  }
  const all = [...byTask.values()].reduce((sum, { items }) => sum + items.length, 0);
  counts.open = all - counts.accept - counts.edit;
  return { file, byTask, counts };
}

/** A source belongs to its value, and goes with it. */
function editedItem(
  item: RubricItem,
  { text = item.text, expected = item.expected }: z.infer<typeof reviewLine>,
): RubricItem {
  const source = expected === null ? null : item.source;
  return { ...item, text, expected, source };
}

export type Rubrics = ReturnType<typeof rubricsOf>;
