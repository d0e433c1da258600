/** The counts of FinRetrieval (January 2026), by table, and answers with the same counts. */

import type { Share } from '#metrics/proportions/shares';
import { questionFactsSchema, type ScoredAnswer } from './trace-rules.js';

export const questions = 500;
export const of = (count: number, all = questions): Share => ({ count, of: all });

/** Table 1. */
export const categories = {
  'Balance Sheet': 98,
  'Cash Flow': 93,
  'Operational KPIs': 92,
  'Income Statement': 80,
  'Guidance/Outlook': 73,
  'Segments/Geography': 64,
};

/** Section 3.2. */
export const regions = { US: 271, 'non-US': 229 };

/**
 * Tables 2 and 3: right answers without and with reasoning, of 500; percentages times
 * five are whole.
 */
export const accuracy = {
  web: { Opus: [115, 99], GPT: [256, 354], Gemini: [320, 346] },
  tools: { Opus: [440, 454], Sonnet: [409, 430], GPT: [401, 446], Gemini: [433, 453] },
} as const;

/** Table 4: median latency in seconds without and with reasoning, and the printed ratio. */
export const latency = {
  GPT: [9.9, 31.2, '3.2'],
  Sonnet: [19.6, 25, '1.3'],
  Opus: [21.2, 25.5, '1.2'],
  Gemini: [36.9, 44.5, '1.2'],
} as const;

/** Table 5: the printed gain of reasoning with tools, in percentage points. */
export const reasoningGain = { GPT: '9.0', Sonnet: '4.2', Gemini: '4.0', Opus: '2.8' } as const;

/** Table 6, in percent: first queries that hit, accuracy after a hit, accuracy after a miss. */
export const firstQueries = {
  Opus: [87.2, 92.9, 76.6],
  Gemini: [81, 91.6, 85.3],
  GPT: [73.2, 92.3, 79.1],
} as const;

/**
 * Section 5.5: first queries asked again without their period, and the causes of those that then
 * hit, in percent.
 */
export const askedAgain = { all: 58, keyword: 32, period: 26, causes: [46, 27, 23] };

/**
 * Table 7, right answers with tools and reasoning: US, non-US; the printed shares and
 * gap, in percent.
 */
export const byRegion = {
  Opus: { right: [253, 201], printed: ['93.4', '87.8', '5.6'] },
  Gemini: { right: [251, 202], printed: ['92.6', '88.2', '4.4'] },
  GPT: { right: [245, 201], printed: ['90.4', '87.8', '2.6'] },
} as const;

/**
 * Section 5.6, Opus with tools and reasoning: right answers of questions, and the printed
 * share in percent.
 */
export const byFiscalYearEnd = {
  March: [11, 17, '64.7'],
  September: [33, 42, '78.6'],
  'unknown, non-US': [21, 27, '77.8'],
  'unknown, US': [13, 14, '92.9'],
} as const;

/** Table 8: errors of Opus with tools and reasoning. */
export const rootCauses = {
  period: [29, '63.0'],
  series: [9, '19.6'],
  other: [7, '15.2'],
  sign: [1, '2.2'],
} as const;

/** Table 13: accuracy, standard error and half-width of the interval at 95 %, in percent. */
export const standardErrors = [
  [90, '1.3', '2.6'],
  [80, '1.8', '3.5'],
  [70, '2.0', '4.0'],
  [50, '2.2', '4.4'],
  [20, '1.8', '3.5'],
] as const;

/**
 * Table 14, Opus with tools and reasoning: right answers nearest to the printed share; share and
 * half-width in %.
 */
export const byCategory = {
  'Cash Flow': [88, '94.6', '4.6'],
  'Balance Sheet': [91, '92.9', '5.1'],
  'Income Statement': [73, '91.3', '6.2'],
  'Guidance/Outlook': [65, '89.0', '7.2'],
  'Segments/Geography': [56, '87.5', '8.1'],
  'Operational KPIs': [80, '86.9', '6.9'],
} as const;

/** Section 4.4 and Tables 15 and 16: wrong answers with tools, and what they are. */
export const errors = {
  printed: 524,
  scorer: 13,
  causes: { agent: 501, data: 22, system: 1 },
  agent: { period: 213, series: 83, field: 52, sign: 35, search: 18, other: 100 },
};

const fiscalMonths = [12, 12, 12, 3, 9, null];

/**
 * 7,000 answers with the counts of Table 3, and by region of Table 7 where it has them;
 * all to real data.
 */
export function paperAnswers(): ScoredAnswer[] {
  const asked = Object.entries(categories)
    .flatMap(([category, count]) => Array.from({ length: count }, () => category))
    .map((category, at): ScoredAnswer['question'] => ({
      ...questionFactsSchema.parse({
        category,
        region: at < regions.US ? 'US' : 'non-US',
        fiscalYearEndMonth: fiscalMonths[at % fiscalMonths.length]!,
        data: 'real',
        periodType: at % 3 === 0 ? 'annual' : 'quarterly',
      }),
      id: String(at),
    }));
  return Object.entries(accuracy).flatMap(([tools, models]) =>
    Object.entries(models).flatMap(([model, rights]: [string, readonly [number, number]]) =>
      rights.flatMap((right, reasoning) => {
        const configuration: ScoredAnswer['configuration'] = {
          name: `${model} ${tools}${reasoning === 1 ? '+R' : ''}`,
          model,
          arm: tools === 'web' ? 'web' : 'tools+web',
          reasoning: reasoning === 1,
          switches: '',
          settings: '',
          repeat: 0,
          hasModel: true,
        };
        const us = configuration.arm === 'tools+web' && reasoning === 1 ? usOf(model) : undefined;
        const usRight = us ?? Math.min(right, regions.US);
        return asked.map((question, at) => {
          const isUs = at < regions.US;
          const isRight = isUs ? at < usRight : at - regions.US < right - usRight;
          return answerOf(question, configuration, isRight);
        });
      }),
    ),
  );
}

const usOf = (model: string): number | undefined =>
  byRegion[model as keyof typeof byRegion]?.right[0];

function answerOf(
  question: ScoredAnswer['question'],
  configuration: ScoredAnswer['configuration'],
  right: boolean,
): ScoredAnswer {
  const seconds = latency[configuration.model as keyof typeof latency];
  const hasTools = configuration.arm === 'tools+web';
  return {
    question,
    configuration,
    right,
    isUndecided: false,
    answerClass: 'answered',
    error: right ? null : 'other',
    latencyMs: hasTools ? seconds[configuration.reasoning ? 1 : 0] * 1000 : null,
    tokens: null,
    calls: [],
    firstQuery: null,
  };
}
