export { isTooOften } from './chance/noise-trial.js';
export { futureFacts } from './future-facts.js';
export { injectionFamilies } from './injections/injection-corpus.js';
export { peek } from './peek.js';
export { peekQuestions } from './peek-questions.js';
export { openPeekedMarkets } from './peeked-markets.js';
export { futureInCalls } from './recorded-calls.js';
export {
  findings,
  redTeam,
  verdicts,
  type RedTeamOptions,
  type RedTeamReport,
} from './red-team.js';
export { tryTokens } from './tokens/token-trial.js';
export { readToolFile } from './tool-file.js';
export { viewTools } from './view-tools.js';
