/** News and corporate actions as the vendor writes them. */

import { createHash } from 'node:crypto';
import { formatCivilDate, type CivilDate } from '#values';
import type { Dividend, Split } from '#contracts';
import type { ServedNews } from './released-history.js';
import type { WireBody } from './served-row.js';
import { WireTime } from './wire-time.js';

/** The stream has texts whole; REST only where `include_content` asks for it. */
export function newsBody(news: ServedNews, withContent: boolean): WireBody {
  const { id, time, symbols, headline, summary, source, url, content } = news;
  const times = { created_at: new WireTime(time), updated_at: new WireTime(time) };
  const texts = { headline, summary, content: withContent ? content : '' };
  return { id, ...texts, ...times, author: source, source, url, symbols };
}

export type ActionType = 'cash_dividend' | 'forward_split' | 'reverse_split';

export function actionType(action: Dividend | Split): ActionType {
  if (action.kind === 'dividend') return 'cash_dividend';
  return action.to > action.from ? 'forward_split' : 'reverse_split';
}

export const actionDate = (action: Dividend | Split): CivilDate =>
  action.kind === 'dividend' ? action.exDate : action.effectiveDate;

/** Data sets have neither CUSIPs nor the vendor's ids: the ids are those of the content. */
export function actionBody(action: Dividend | Split): WireBody {
  const date = formatCivilDate(actionDate(action));
  const head = { id: uuidOf(action), symbol: action.symbol, ex_date: date, process_date: date };
  if (action.kind === 'split') {
    const rates = { new_rate: action.to, old_rate: action.from };
    const cusips =
      actionType(action) === 'forward_split' ? { cusip: '' } : { new_cusip: '', old_cusip: '' };
    return { ...head, ...cusips, ...rates };
  }
  const { amount, currency, recordDate, payDate } = action;
  return {
    ...head,
    ...{ cusip: '', rate: amount, currency, special: action.type === 'SC', foreign: false },
    ...(recordDate === null ? {} : { record_date: formatCivilDate(recordDate) }),
    ...(payDate === null ? {} : { payable_date: formatCivilDate(payDate) }),
  };
}

/** The first half of a SHA-256 in the form of a UUID of the eighth kind, which is free for such use. */
function uuidOf(action: Dividend | Split): string {
  const hex = createHash('sha256').update(JSON.stringify(action)).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
