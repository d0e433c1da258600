/**
 * A judge that only compares values: the result of the simplest rule, next to judges
 * that understand.
 */

import { z } from 'zod';
import { jsonOf } from '#values';
import type { ToolRule } from '#agents/seat/work';
import { rubricInput } from '../workflow/judgment.js';

const items = z.array(z.looseObject({ id: z.string(), expected: z.string().nullable() }));

/**
 * An item is true of an answer, the first text of the task, that has its expected value as
 * it is written.
 */
export const literal: ToolRule = ({ question, call }) => {
  const { inputs } = question['task'] as { inputs: Readonly<Record<string, string>> };
  const [answer = ''] = Object.values(inputs);
  const given = items.parse(jsonOf(inputs[rubricInput] ?? '[]')).map(({ id, expected }) => {
    return [id, expected !== null && answer.includes(expected)] as const;
  });
  call('submit_answer', { answer: { items: Object.fromEntries(given) } });
};
