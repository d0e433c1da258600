/**
 * Converts one journal event to rows: orders and how they end, denials, fills, positions, equity
 * and tool calls.
 */

import type { FillEvent, JournalEvent, JournalEventOf } from '#contracts';
import type { OrderRow } from '../entities/journal-rows.js';
import { projections } from '../tables/tables.js';
import type { RowChanges } from './row-changes.js';

/** Applies record number `record` of a run; most events have a row in the journal only. */
export function foldEvent(
  run: string,
  record: number,
  event: JournalEvent,
  rows: RowChanges,
): void {
  switch (event.type) {
    case 'OrderAccepted':
      rows.put(projections.orders, {
        ...event,
        run,
        record,
        number: event.order,
        limitPrice: event.limit,
        stopPrice: event.stop,
        groupName: event.group,
        status: 'waiting',
        reason: null,
        fills: 0,
        endRecord: null,
      });
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
    case 'SplitApplied':
      rows.put(projections.positions, { ...event, run, record });
      return;
    case 'MarkTaken':
      rows.put(projections.equity, { ...event, run, record });
      return;
    case 'ToolsCalled':
      rows.put(projections.calledDecisions, { ...event, run });
      return;
    default:
  }
}

function foldDenial(
  run: string,
  record: number,
  event: JournalEventOf<'OrderDenied'>,
  rows: RowChanges,
): void {
  const { order: orderNumber, reason } = event;
  rows.put(projections.denials, { ...event, run, record, orderNumber });
  if (orderNumber !== null) endOrder(rows, run, orderNumber, { status: 'denied', reason, record });
}

function foldFill(run: string, record: number, event: FillEvent, rows: RowChanges): void {
  const { asOf, order, symbol, shares } = event;
  rows.put(projections.fills, { ...event, run, record, orderNumber: order });
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
