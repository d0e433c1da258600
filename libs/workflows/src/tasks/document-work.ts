/** What workflows have in common whose answer is one Markdown document. */

import { z } from 'zod';

const size = 'a Markdown document of 1 to 200000 characters';

export const documentWork = {
  terms: z.strictObject({}),
  answer: z.string(size).min(1, size).max(200_000, size),
  // A report takes its time.
  agentDefaults: ({ kind }: { readonly kind?: unknown }) =>
    /^(llm|mcp|http)$/.test(String(kind)) ? { timeBudgetMs: 1_800_000 } : {},
} as const;
