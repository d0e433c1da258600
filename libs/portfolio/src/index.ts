export { evolve, numberOfSymbol, openAccount, type Account } from './account.js';
export { BarMarks, barsMax } from './bar-marks.js';
export { Book } from './book.js';
export { matchFreshBars } from './match-orders.js';
export { matchTick, type Tick } from './match-tick.js';
export { fillsAtTicks, fillsInParts } from './policy-terms.js';
export { pairPolicies, resolvePolicy, symbolPolicies, type PolicySet } from './policies.js';
export {
  announce,
  closeSession,
  endOrders,
  liquidate,
  openDate,
  openSession,
  takeMark,
} from './session-turn.js';
export { changesNothing, takeDecision } from './take-decision.js';
export { takePairDecision } from './take-pair-decision.js';
