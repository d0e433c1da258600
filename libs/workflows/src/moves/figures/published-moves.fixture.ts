/** Tables and numbers that Hedge-Bench prints, arXiv 2606.03918: sections 4, 5.2 and 5.3. */

export const trials = { tasks: 102, attempts: 8, models: 8, all: 6528 };

export const categories = [
  'Valuation',
  'Growth & Expansion',
  'M&A',
  'Competitive Positioning',
  'Operational Strategy',
  'Risk',
] as const;

/** Table 2: dense means by model, in the order of `categories`. */
export const denseMeans = {
  'Claude-Opus-4.8': [1.8, 1.75, 1.71, 1.26, 1.72, 1.51],
  'Claude-Opus-4.7': [1.96, 1.91, 2, 1.74, 1.84, 1.58],
  'Claude-Sonnet-4.6': [2.15, 2.02, 1.89, 1.95, 1.8, 1.75],
  'Claude-Haiku-4.5': [1.24, 1.26, 0.99, 1.24, 1.2, 0.92],
  'GPT-5.5': [1.85, 1.92, 1.6, 1.62, 1.7, 1.3],
  'GPT-5.4-Mini': [1.01, 0.81, 0.68, 0.8, 0.68, 0.53],
  'Gemini-3.5-Flash': [1.82, 1.75, 1.71, 1.65, 1.75, 1.31],
  'Gemini-3.1-Pro': [1.18, 1.23, 0.98, 0.97, 1.24, 0.95],
};

/** The means over models that the text gives. */
export const meansOfText = {
  Valuation: 1.61,
  'M&A': 1.4,
  'Competitive Positioning': 1.39,
  Risk: 1.23,
};

/** Section 5.3: trajectory length and dense score across models. */
export const stepsAndScores = { r: 0.51, n: 8 };
