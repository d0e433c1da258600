export { evolve, numberOfSymbol, openAccount, type Account } from './book/account.js';
export { BarMarks, barsMax } from './book/bar-marks.js';
export { Book } from './book/book.js';
export type { SessionDays } from './orders/order-times.js';
export { matchFreshBars } from './matching/match-orders.js';
export { hasActionsInside } from './matching/corporate-actions.js';
export { matchTick, type Tick } from './matching/match-tick.js';
export { fillsAtTicks, fillsInParts } from './book/policy-terms.js';
export { pairPolicies, resolvePolicy, symbolPolicies, type PolicySet } from './book/policies.js';
export {
  announce,
  closeSession,
  endOrders,
  liquidate,
  openDate,
  openDay,
  passOwnBar,
  openSession,
  takeMark,
} from './matching/session-turn.js';
export { changesNothing, takeDecision } from './decisions/take-decision.js';
export { takePairDecision } from './decisions/take-pair-decision.js';
