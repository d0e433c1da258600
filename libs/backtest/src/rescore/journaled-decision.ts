/** Decisions of a journal in the form in which an agent submits them. */

import type {
  DecisionEvent,
  JournalEventOf,
  JournaledDecision,
  OrderRequest,
  Prelude,
} from '#contracts';

/**
 * What an agent would have to submit for this event; undefined if it submitted nothing. Disputed
 * prices are submitted again. A rationale is not: the journal has only its hash.
 */
export function answerIn(
  event: Exclude<DecisionEvent, Prelude>,
  preludes: readonly Prelude[],
): object | undefined {
  switch (event.type) {
    case 'DecisionMade':
    case 'DecisionsUnchanged':
      return submitted(event.decision, statedPrices(preludes));
    case 'PairDecided':
      return pairDecision(event, statedPrices(preludes));
    case 'DecisionInvalid':
      return { kind: 'invalid', reason: event.reason };
    case 'DecisionLate':
      return { kind: 'late', reason: event.reason };
    case 'DecisionFailed':
      return { kind: 'failed', reason: event.reason };
    case 'DecisionMissing':
    case 'AnswerGiven':
      return undefined;
  }
}

type Prices = Readonly<Record<string, number>>;

const statedPrices = (preludes: readonly Prelude[]): Prices =>
  Object.fromEntries(
    preludes.flatMap((note) => (note.type === 'PriceDisputed' ? [[note.symbol, note.said]] : [])),
  );

function submitted(decision: JournaledDecision, prices: Prices): object {
  switch (decision.kind) {
    case 'action': {
      const { symbol, action } = decision;
      const price = prices[symbol];
      return { kind: 'action', symbol, action, ...(price === undefined ? {} : { price }) };
    }
    case 'target':
      return {
        kind: 'target',
        positions: record(decision.positions, ({ symbol, position }) => [symbol, position]),
      };
    case 'weights':
      return {
        kind: 'weights',
        weights: record(decision.weights, ({ symbol, weight }) => [symbol, weight]),
      };
    case 'orders':
      return { kind: 'orders', orders: decision.orders.map(request), cancel: decision.cancel };
  }
}

const record = <T>(items: readonly T[], entry: (item: T) => [string, number]): Prices =>
  Object.fromEntries(items.map(entry));

type JournaledOrder = Extract<JournaledDecision, { kind: 'orders' }>['orders'][number];

const request = (order: JournaledOrder): Partial<OrderRequest> =>
  Object.fromEntries(Object.entries(order).filter(([, value]) => value !== null));

function pairDecision(
  { left, right, action }: JournalEventOf<'PairDecided'>,
  prices: Prices,
): object {
  const stated = Object.keys(prices).length === 0 ? {} : { prices };
  return { kind: 'pair', left, right, action, ...stated };
}
