/** The prompts of retrieval: that of tasks, and one for agents without tools, who answer from memory. */

import { taskPrompts } from '../tasks/task-prompts.js';

const text = `Answer a question about a figure of a company from what you know. Your response is the answer.

State the figure with its unit, scale and currency. If you cannot say what it is, say so.
---
Question {{task}}, asked at {{time}}:

{{instruction}}

# Memory

{{memory}}

# Limits

You have {{deadline}} for this question.
`;

export const recall = { name: 'recall-1', text };

export const retrievalPrompts = {
  ...taskPrompts,
  builtIn: [...taskPrompts.builtIn, recall],
  isAnsweredInText: (terms: unknown): boolean => Object(terms).arm === 'none',
} as const;
