/**
 * Scores of reports and returns of ratings that HERCULEAN published (Table 2, Market Insights):
 * MSFT, TSLA, AAPL, NVDA, returns in percent. Codex with qwen27 has values for only one symbol,
 * and is left out.
 */
export const publishedInsights: readonly (readonly [
  string,
  readonly number[],
  readonly number[],
])[] = [
  ['ReAct Agent sonnet', [9.61, 9.81, 9.81, 9.48], [-2.18, 0.92, -2.96, -6.86]],
  ['ReAct Agent gpt', [8.58, 8.83, 9.03, 8.58], [-8.25, 4.07, -8.46, -10.07]],
  ['ReAct Agent qwen397', [5.63, 4.46, 6.02, 6.22], [-1.95, -1.35, -9.47, -13.05]],
  ['ReAct Agent qwen27', [4.89, 7.17, 5.44, 7.44], [-15.44, -4.15, -17.99, -2.32]],
  ['Claude Code sonnet', [9.25, 9.25, 9.18, 9.13], [0.49, 11.88, 1.23, -8.87]],
  ['Claude Code gpt', [9.16, 9.18, 9.13, 9.02], [0.55, 5.47, -3.6, -9.54]],
  ['Claude Code qwen397', [6.17, 4.83, 4.71, 5.66], [-10.55, 0.0, 10.28, -8.03]],
  ['Claude Code qwen27', [4.63, 4.34, 3.76, 3.7], [6.77, -4.15, -2.65, -4.24]],
  ['Codex sonnet', [9.2, 9.22, 9.16, 9.16], [0.44, 8.47, -4.48, -7.16]],
  ['Codex gpt', [9.13, 9.18, 9.11, 9.16], [11.26, 6.91, -3.99, -6.86]],
  ['Codex qwen397', [9.16, 8.69, 8.62, 8.02], [3.08, 0.53, 0.15, -17.32]],
  ['Hermes sonnet', [9.18, 9.25, 9.18, 9.16], [-6.49, 5.54, 3.56, -5.83]],
  ['Hermes gpt', [5.6, 6.33, 4.93, 6.27], [-0.33, -3.2, 6.47, -6.86]],
  ['Hermes qwen397', [7.05, 5.67, 6.33, 7.71], [-21.51, -0.64, -11.7, -3.0]],
  ['Hermes qwen27', [7.93, 9.2, 8.47, 8.42], [-7.41, -6.94, -2.55, -2.32]],
  ['OpenClaw sonnet', [9.18, 9.25, 9.13, 9.16], [-1.71, 8.78, -0.9, -6.14]],
  ['OpenClaw gpt', [9.11, 9.18, 6.59, 7.34], [3.06, 1.1, -2.57, -5.54]],
  ['OpenClaw qwen397', [2.63, 3.25, 3.56, 2.62], [-12.91, -2.91, -5.14, -9.25]],
  ['OpenClaw qwen27', [7.11, 5.77, 7.15, 5.66], [-6.49, -10.56, -3.53, -12.25]],
];
