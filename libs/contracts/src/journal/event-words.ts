/** Journal events in the field's terms, for people: on one line, without control characters. */

import { printable } from '#values';
import type {
  FillEvent,
  JournalEvent,
  JournalEventOf,
  JournalEventType,
  JournaledDecision,
  OrderSize,
} from './journal-events.js';

type Order = Extract<JournaledDecision, { kind: 'orders' }>['orders'][number];

/** Maximum characters shown of an external text. */
const lengthMax = 160;

const directions: Readonly<Record<string, string>> = { '1': 'long', '0': 'flat', '-1': 'short' };

const words: {
  readonly [K in JournalEventType]: (event: JournalEventOf<K>) => readonly [string, string];
} = {
  RunOpened: ({ workflow, symbols }) => ['run opened', [workflow, ...symbols].join(' ')],
  DecisionMade: ({ decision }) => ['decision', decisionWords(decision)],
  DecisionsUnchanged: ({ decision, count }) => [
    'decision',
    `${decisionWords(decision)}, ${count} times without a change`,
  ],
  DecisionMissing: (event) => [
    'decision',
    event.class === undefined ? 'nothing' : `nothing (${event.class})`,
  ],
  DecisionInvalid: ({ reason }) => ['decision', `something invalid (${reason})`],
  DecisionLate: ({ reason }) => ['decision', `nothing in time (${reason})`],
  DecisionFailed: ({ reason, class: named }) => [
    'decision',
    `nothing, because it failed (${named === undefined ? '' : `${named}: `}${reason})`,
  ],
  PairDecided: ({ left, right, action }) => ['decision', `${action} on ${left}, ${right}`],
  ToolsCalled: ({ calls, digest }) => [
    'tools called',
    `${calls === 1 ? 'once' : `${calls} times`}, digest ${digest.slice(0, 12)}`,
  ],
  PriceDisputed: ({ symbol, said, price }) => [
    'price disputed',
    `${symbol} at ${said}, on the tape at ${price ?? 'none'}`,
  ],
  AnswerTimed: ({ tookMs }) => ['answered', `${tookMs} ms after the instant of the decision`],
  Measured: ({ task, values }) => ['measured', `${values}${task === null ? '' : ` of ${task}`}`],
  AnswerGiven: ({ task, answer }) => ['answer', `${answer} to task ${task}`],
  OrderAccepted: ({ order, orderType, side, symbol, size, ...rest }) => [
    `order ${order} accepted`,
    [`${orderType} ${side} ${symbol}`, sizeWords(size), ...levels(rest)].join(', '),
  ],
  OrderDenied: ({ order, symbol, reason }) => [
    order === null ? 'denied' : `order ${order} denied`,
    `${symbol}, ${reason}`,
  ],
  OrderFilled: (fill) => [`order ${fill.order} filled`, fillWords(fill)],
  OrderPartlyFilled: (fill) => [`order ${fill.order} filled in part`, fillWords(fill)],
  OrderCancelled: ({ order, reason }) => [`order ${order} ended`, reason],
  CancelRequested: ({ order, reason }) => [
    `order ${order} is to end`,
    `${reason}; a bar under way may fill it`,
  ],
  CancelIgnored: ({ id }) => ['cancel ignored', `no order ${id} waits`],
  DividendBooked: ({ symbol, shares, perShare }) => [
    'dividend',
    `${perShare} a share for ${shares} ${symbol}`,
  ],
  SplitApplied: ({ symbol, from, to, shares }) => [
    'split',
    `${symbol} ${from} to ${to}, which makes ${shares} shares`,
  ],
  BorrowCharged: ({ cash }) => ['borrow charged', `${cash}`],
  MarkTaken: ({ equity, cash }) => ['mark', `equity ${equity}, cash ${cash}`],
  BarsMarked: ({ bars }) => [
    'marks at bars',
    `${bars.reduce((sum, { count }) => sum + count, 0)} before the close`,
  ],
  RowDropped: ({ file, line, reason }) => ['row dropped', `${file} line ${line}, ${reason}`],
  LateFact: ({ source, reason }) => ['late fact', `${source}, ${reason}`],
  FeedGap: ({ source, symbols, missing, reason }) => [
    'gap of a feed',
    [
      [source, ...symbols].join(' '),
      missing === null ? 'unknown how much is missing' : `${missing} missing`,
      reason,
    ].join(', '),
  ],
  RunClosed: ({ facts }) => ['run closed', `after ${facts} facts`],
};

const fillWords = ({ shares, symbol, price, at, fee, purpose }: FillEvent): string =>
  `${shares} ${symbol} at ${price} (${at}), fee ${fee.toFixed(2)}, to ${purpose}`;

/** What happened (`order 1 filled`), and on which terms (`10 AAPL at 100 …`). */
export function eventWords(event: JournalEvent): { readonly what: string; readonly terms: string } {
  const [what, terms] = (words[event.type] as (event: JournalEvent) => readonly [string, string])(
    event,
  );
  return { what, terms: printable(terms, lengthMax) };
}

/** A decision in words: `long AAPL, flat GS`. */
export function decisionWords(decision: JournaledDecision): string {
  const parts = decisionParts(decision);
  return parts.length === 0 ? 'no change' : printable(parts.join(', '), lengthMax);
}

/** A decision per symbol or order. Omits the symbol if it is `only`, the one of the run. */
export function decisionParts(decision: JournaledDecision, only?: string): string[] {
  const of = (text: string, symbol: string): string =>
    symbol === only ? text : `${text} ${symbol}`;
  switch (decision.kind) {
    case 'target':
      return decision.positions.map(({ symbol, position }) =>
        of(directions[position] ?? `position ${position}`, symbol),
      );
    case 'action':
      return [of(decision.action, decision.symbol)];
    case 'weights':
      return decision.weights.map(({ symbol, weight }) => of(`weight ${weight}`, symbol));
    case 'orders':
      return [
        ...decision.cancel.map((id) => `cancel ${id}`),
        ...decision.orders.map((order) => orderWords(order)),
      ];
  }
}

function orderWords({ type, side, symbol, shares, notional, ...rest }: Order): string {
  const size = shares === null ? `for ${notional}` : `${shares}`;
  return [`${type} ${side} ${size} ${symbol}`, ...levels(rest)].join(' ');
}

type Levels = Pick<Order, 'limit' | 'stop'> & Omit<Partial<Order>, 'limit' | 'stop' | 'type'>;

function levels({ limit, stop, trailPercent, trailAmount, stopLoss, takeProfit }: Levels) {
  return [
    ...(limit === null ? [] : [`limit ${limit}`]),
    ...(stop === null ? [] : [`stop ${stop}`]),
    ...(trailPercent === undefined ? [] : [`trailing by ${trailPercent}%`]),
    ...(trailAmount === undefined ? [] : [`trailing by ${trailAmount}`]),
    ...(stopLoss === undefined ? [] : [`stop loss ${stopLoss}`]),
    ...(takeProfit === undefined ? [] : [`take profit ${takeProfit}`]),
  ];
}

function sizeWords(size: OrderSize): string {
  switch (size.kind) {
    case 'direction':
      return directions[size.direction] ?? `direction ${size.direction}`;
    case 'shares':
      return `${size.shares} shares`;
    case 'notional':
      return `for ${size.notional}`;
    case 'weight':
      return `weight ${size.weight}`;
  }
}
