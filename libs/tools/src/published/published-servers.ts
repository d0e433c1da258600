/** HERCULEAN's servers as they are published: the tools of each workflow alone. */

export { publishedAuditing } from './published-auditing.js';
export { publishedEvaluation, type ReportFile } from './published-evaluation.js';
export { publishedTrading } from './published-trading.js';
export { publishedHedging, type HedgingPlace } from './published-hedging.js';
export { publishedInsights } from './published-insights.js';
