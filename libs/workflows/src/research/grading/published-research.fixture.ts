/**
 * Numbers of published tables. Source: FinResearchBench, arXiv 2507.16248: Tables 1 and 2,
 * 4.3.5 and 4.3.6.
 */

/** As they are printed: the final score, then the ten dimensions in the order of the tables. */
// prettier-ignore
export const publishedScores = [
  ['Table 1', 'Gemini', 76.6, 50.81, 95.56, 96.72, 89.41, 49.33, 82.67, 42.15, 89.09, 87.44, 82.8],
  ['Table 1', 'OpenAI', 74.15, 24.15, 88.35, 89.41, 84.89, 53.24, 79.08, 48.01, 90.39, 93.1, 90.77],
  ['Table 1', 'Cashcat Pro',
    70.73, 70.05, 72.22, 68.94, 88.56, 49.49, 79.06, 43.54, 88.56, 87.74, 59.1],
  ['Table 1', 'Minimax',
    67.69, 29.93, 72.36, 90.29, 85.56, 52.63, 75.86, 31.56, 88.37, 85.22, 65.08],
  ['Table 1', 'Reportify',
    67.18, 36.06, 70.68, 50.6, 86.08, 56.81, 79.26, 51.15, 87.35, 85.86, 67.94],
  ['Table 1', 'Perplexity',
    67.05, 48.31, 57.68, 83.03, 81.29, 50.95, 71.93, 30.79, 88.93, 88.79, 68.77],
  ['Table 1', 'Genspark',
    64.3, 10.6, 66.46, 82.65, 82.62, 50.66, 78.73, 40.06, 87.07, 89.13, 54.98],
  ['Table 1', 'AutoGLM', 59.98, 0, 49.06, 56.82, 78.31, 49.35, 77.05, 38.16, 88.56, 89.13, 73.26],
  ['Table 2', 'Expert', 81.43, 100, 77.29, 75.85, 85.24, 55.77, 83.31, 46.15, 90.98, 99.76, 99.96],
  ['Table 2', 'Gemini', 77.05, 46.87, 88.13, 94.93, 85.8, 51, 81.46, 47.66, 90.64, 99.8, 84.25],
  ['Table 2', 'OpenAI', 72.03, 22.13, 76.4, 82.47, 83.07, 50.29, 79.36, 49.82, 88.58, 99.87, 88.27],
  ['Table 2', 'Cashcat Pro',
    71.86, 75, 65.27, 65.47, 87.13, 51.28, 77.56, 46.68, 90.28, 99.07, 60.87],
] as const;

/**
 * For all trees and by bin: similarity of nodes, depth and width, then their mean as printed.
 */
export const publishedSimilarities = [
  ['all', 0.54, 0.85, 0.76, 0.72],
  ['[0, 25)', 0.37, 0.81, 0.66, 0.61],
  ['[25, 50)', 0.78, 0.89, 0.82, 0.83],
  ['[50, ∞)', 0.48, 0.85, 0.81, 0.71],
] as const;

/** Spearman's rho of nodes and true nodes over 100 pairs, with the p that is printed. */
export const publishedCorrelation = { rho: 0.48, n: 100, p: 0.0001 } as const;
