/** One event of a journal as rows: orders with their end, denials, fills, positions, equity and tool calls. */

import type { FillEvent, JournalEvent, JournalEventOf } from '#contracts';
import type { OrderRow } from '../entities/journal-rows.js';
import { projections } from '../tables/tables.js';
import type { RowChanges } from './row-changes.js';

/** Puts what record number `record` of a run says; most events have a row in the journal only. */
export function foldEvent(
  run: string,
  record: number,
  event: JournalEvent,
  rows: RowChanges,
): void {
  switch (event.type) {
    case 'OrderAccepted':
      rows.put(projections.orders, acceptedOrder(run, record, event));
      return;
    case 'OrderDenied':
      foldDenial(run, record, event, rows);
      return;
    case 'OrderFilled':
    case 'OrderPartlyFilled':
      foldFill(run, record, event, rows);
      return;
    case 'OrderCancelled':
      endOrder(rows, run, event.order, { status: 'cancelled', reason: event.reason, record });
      return;
    case 'SplitApplied': {
      const { symbol, shares, asOf } = event;
      rows.put(projections.positions, { run, symbol, shares, record, asOf });
      return;
    }
    case 'MarkTaken': {
      const { asOf, time, session, equity, cash, gross, net, stale } = event;
      const mark = { run, record, asOf, time, session, equity, cash, gross, net, stale };
      rows.put(projections.equity, mark);
      return;
    }
    case 'ToolsCalled': {
      const { asOf, calls, digest } = event;
      rows.put(projections.calledDecisions, { run, asOf, digest, calls });
      return;
    }
    default:
  }
}

function acceptedOrder(
  run: string,
  record: number,
  event: JournalEventOf<'OrderAccepted'>,
): OrderRow {
  const { order, asOf, time, symbol, session, orderType, side, size, timeInForce } = event;
  return {
    run,
    number: order,
    record,
    asOf,
    time,
    symbol,
    session,
    orderType,
    side,
    size,
    limitPrice: event.limit,
    stopPrice: event.stop,
    timeInForce,
    groupName: event.group,
    clientId: event.clientId,
    status: 'waiting',
    reason: null,
    fills: 0,
    endRecord: null,
  };
}

function foldDenial(
  run: string,
  record: number,
  event: JournalEventOf<'OrderDenied'>,
  rows: RowChanges,
): void {
  const { asOf, time, order: orderNumber, symbol, reason } = event;
  rows.put(projections.denials, { run, record, asOf, time, orderNumber, symbol, reason });
  if (orderNumber !== null) endOrder(rows, run, orderNumber, { status: 'denied', reason, record });
}

function foldFill(run: string, record: number, event: FillEvent, rows: RowChanges): void {
  const { asOf, time, order, symbol, shares, price, fee, at, purpose } = event;
  const { weightBefore, weightAfter } = event;
  const place = { run, record, asOf, time, orderNumber: order, symbol };
  const figures = { shares, price, fee, at, purpose, weightBefore, weightAfter };
  rows.put(projections.fills, { ...place, ...figures });
  const held = rows.get(projections.positions, run, symbol)?.shares ?? 0;
  rows.put(projections.positions, { run, symbol, shares: held + shares, record, asOf });
  if (event.type === 'OrderFilled') {
    endOrder(rows, run, order, { status: 'filled', reason: null, record, fills: 1 });
    return;
  }
  const waiting = rows.get(projections.orders, run, order);
  if (waiting === undefined) return;
  rows.put(projections.orders, { ...waiting, fills: waiting.fills + 1 });
}

interface OrderEnd extends Pick<OrderRow, 'status' | 'reason' | 'record'> {
  readonly fills?: number;
}

function endOrder(rows: RowChanges, run: string, number: number, end: OrderEnd): void {
  const order = rows.get(projections.orders, run, number);
  if (order === undefined) return;
  const { status, reason, record, fills = 0 } = end;
  const ended = { status, reason, fills: order.fills + fills, endRecord: record };
  rows.put(projections.orders, { ...order, ...ended });
}
