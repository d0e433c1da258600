export { isTooOften, type NoiseRow } from './chance/noise-trial.js';
export type { OracleRow } from './chance/oracle-trial.js';
export { futureFacts, type FutureFacts } from './future-facts.js';
export { injectionCorpus, injectionFamilies } from './injections/injection-corpus.js';
export type { InjectionRecord } from './injections/injection-trial.js';
export { peek, type PeekedMarket, type PeekOptions, type PeekRow } from './peek.js';
export { peekQuestions } from './peek-questions.js';
export { openPeekedMarkets, type PeekedMarkets } from './peeked-markets.js';
export { futureInCalls } from './recorded-calls.js';
export {
  findings,
  redTeam,
  verdicts,
  type RedTeamOptions,
  type RedTeamReport,
} from './red-team.js';
export { tryTokens, type TokenRow } from './tokens/token-trial.js';
export { readToolFile } from './tool-file.js';
export { viewTools } from './view-tools.js';
