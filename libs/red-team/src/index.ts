export { isTooOften } from './chance/noise-trial.js';
export { futureFacts } from './scratch/future-facts.js';
export { injectionFamilies } from './injections/injection-corpus.js';
export { peek } from './peek/peek.js';
export { peekQuestions } from './peek/peek-questions.js';
export { openPeekedMarkets } from './peek/peeked-markets.js';
export { futureInCalls } from './peek/recorded-calls.js';
export {
  findings,
  redTeam,
  verdicts,
  type RedTeamOptions,
  type RedTeamReport,
} from './red-team.js';
export { tryTokens } from './tokens/token-trial.js';
export { readToolFile } from './peek/tool-file.js';
export { viewTools } from './peek/view-tools.js';
