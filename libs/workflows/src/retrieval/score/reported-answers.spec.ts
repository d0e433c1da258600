/**
 * Forms of answers that public reports of graders name, and others of their kinds: each with the
 * verdict of a person.
 */

import { expect, it } from 'vitest';
import type { Question } from './schemas.js';
import { scoreResponse } from './score-response.js';

const income: Question = {
  id: 'income',
  question: "What was Acme's net income in Q3 2024?",
  expected: {
    value: 1_500_000_000,
    unit: 'USD',
    currency: 'USD',
    period: '2024Q3',
    precision: 10_000_000,
  },
};
const cash: Question = {
  id: 'cash',
  question: "What was Acme's free cash flow in fiscal 2023?",
  expected: {
    value: 9_700_000_000,
    unit: 'EUR',
    currency: 'EUR',
    period: '2023FY',
    precision: 100_000_000,
  },
};
const margin: Question = {
  id: 'margin',
  question: "What was Acme's gross margin in fiscal 2024?",
  expected: { value: 0.28, unit: 'ratio', precision: 0.01 },
};
const stores: Question = {
  id: 'stores',
  question: 'How many stores did Acme have at the end of fiscal 2024?',
  expected: { value: 5705, unit: 'units' },
};

it.each([
  // Math-Verify 61: a unit inside the box.
  [margin, String.raw`$\boxed{28 pct}$`],
  [margin, String.raw`$\boxed{28 \text{ percent}}$`],
  // Math-Verify 44: an answer that is boxed twice.
  [
    income,
    String.raw`answer therefore \boxed{\$1.5B}., but let me put this after explain. **Final Answer** \boxed{\$1.5B}`,
  ],
  // Math-Verify 76: a sign before it, and emphasis around it.
  [income, '---\n\n✅ Final Answer: **$1.5 billion**'],
  // HELM 2939: a letter of a choice before it.
  [stores, 'C. 5,705'],
  // FinanceBench 18: the result of a calculation.
  [income, '$9.0 billion - $7.5 billion = $1.5 billion'],
  [income, String.raw`\begin{aligned} \text{Net income} &= \$1.5 \text{ billion} \end{aligned}`],
  [income, 'Net income was $1.5 billion on revenue of $9 billion.'],
  [income, '$1.5 billion net income on revenue of $9 billion'],
  [income, 'Net income of $1.5 billion beat the consensus of $1.4 billion.'],
  [income, 'Net income was $1.5 billion against $1.2 billion a year ago.'],
  [cash, "9.7 milliards d'euros"],
  [cash, '€9.7 billion (2023)'],
])('%j: %s is right', (question, text) => {
  expect(scoreResponse(question, { id: 'a', text })).toMatchObject({ right: true });
});

it.each([
  [margin, String.raw`$\boxed{2.8 pct}$`],
  [income, String.raw`\boxed{\pm \$1.5\text{ billion}}`],
  [income, 'Net income missed $1.5 billion.'],
  [income, 'Net income of $1.4 billion missed the consensus of $1.5 billion.'],
  [income, 'Revenue was $1.5 billion on net income of $0.2 billion.'],
  [income, '$9 billion on net income of $1.2 billion, from net income of $1.5 billion'],
  [income, 'net income of $1.5 billion (2022)'],
  [cash, "9.7 millions d'euros"],
  [cash, '€9.7 billion (2022)'],
  [stores, 'C. 5,750'],
])('%j: %s is wrong', (question, text) => {
  expect(scoreResponse(question, { id: 'a', text })).toMatchObject({ right: false });
});
