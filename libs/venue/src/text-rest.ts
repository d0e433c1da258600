/** The vendor's REST interface to news and corporate actions, which are not series. */

import { createHash } from 'node:crypto';
import { excerpt, formatCivilDate, startOfUtcDay, type CivilDate } from '#values';
import type { Dividend, Split } from '#contracts';
import type { ReleasedHistory } from './served/released-history.js';
import type { ServedNews } from './served/served-fact.js';
import { RestRefusal, pageRequestOf, symbolsOf, tokenText } from './served/rest-query.js';
import type { WireBody } from './served/served-row.js';
import { WireTime } from './served/wire-time.js';

/** `/v1beta1/news`: newest first by default. */
export function newsPage(history: ReleasedHistory, query: URLSearchParams): WireBody {
  const symbols = symbolsOf(query);
  const request = pageRequestOf(query, { now: history.now, limit: 10, limitMax: 50, sort: 'desc' });
  const { start, end, limit, sort, token } = request;
  const direction = sort === 'asc' ? 1 : -1;
  const isOlder = (one: ServedNews, other: { time: number; id: number }): number =>
    direction * (one.time - other.time || one.id - other.id);
  const wanted = history.news
    .filter(({ time }) => time >= start && time <= end)
    .filter((one) => symbols === null || one.symbols.some((symbol) => symbols.includes(symbol)))
    .filter((one) => !isTrue(query, 'exclude_contentless') || one.content !== '')
    .filter((one) => token === null || isOlder(one, { ...token, id: Number(token.symbol) }) > 0)
    .sort(isOlder);
  const page = wanted.slice(0, limit);
  const last = wanted.length > limit ? page.at(-1) : undefined;
  const next = last === undefined ? null : { symbol: `${last.id}`, time: last.time, skip: 0 };
  const withContent = isTrue(query, 'include_content');
  const news = page.map((one) => ({ ...newsBody(one, withContent), images: [] }));
  return { news, next_page_token: tokenText(next) };
}

const types = ['cash_dividend', 'forward_split', 'reverse_split'] as const;

/** `/v1/corporate-actions`, by ex date; only those known by now. */
export function actionsPage(history: ReleasedHistory, query: URLSearchParams): WireBody {
  const symbols = symbolsOf(query);
  const asked = query.get('types')?.split(',');
  const usual = { now: history.now, limit: 100, limitMax: 1000, sort: 'asc' } as const;
  const { start, end, limit, sort, token } = pageRequestOf(query, usual);
  const skip = token?.skip ?? 0;
  const direction = sort === 'asc' ? 1 : -1;
  const wanted = history.actions
    .filter((one) => symbols === null || symbols.includes(one.symbol))
    .filter((one) => asked === undefined || asked.includes(actionType(one)))
    .filter((one) => {
      const day = startOfUtcDay(actionDate(one));
      return day >= start && day <= end;
    })
    .sort((one, other) => direction * (actionDate(one) - actionDate(other)));
  const page = wanted.slice(skip, skip + limit);
  const groups = types.flatMap((type) => {
    const bodies = page.filter((one) => actionType(one) === type).map(actionBody);
    return bodies.length === 0 ? [] : [[`${type}s`, bodies] as const];
  });
  const more = wanted.length > skip + limit;
  const next = more ? { symbol: '', time: 0, skip: skip + limit } : null;
  return { corporate_actions: Object.fromEntries(groups), next_page_token: tokenText(next) };
}

function isTrue(query: URLSearchParams, name: string): boolean {
  const text = query.get(name) ?? 'false';
  if (!['true', 'false', 'True', 'False'].includes(text)) {
    throw new RestRefusal(400, `Invalid format for parameter ${name}: ${excerpt(text)}`);
  }
  return text.toLowerCase() === 'true';
}

/** The stream has full texts; REST only if `include_content` requests it. */
export function newsBody(news: ServedNews, withContent: boolean): WireBody {
  const { id, time, symbols, headline, summary, source, url, content } = news;
  const times = { created_at: new WireTime(time), updated_at: new WireTime(time) };
  const texts = { headline, summary, content: withContent ? content : '' };
  return { id, ...texts, ...times, author: source, source, url, symbols };
}

function actionType(action: Dividend | Split): (typeof types)[number] {
  if (action.kind === 'dividend') return 'cash_dividend';
  return action.to > action.from ? 'forward_split' : 'reverse_split';
}

const actionDate = (action: Dividend | Split): CivilDate =>
  action.kind === 'dividend' ? action.exDate : action.effectiveDate;

/** Data sets have neither CUSIPs nor the vendor's ids: ids are derived from the content. */
function actionBody(action: Dividend | Split): WireBody {
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
    cusip: '',
    rate: amount,
    currency,
    special: action.type === 'SC',
    foreign: false,
    ...(recordDate === null ? {} : { record_date: formatCivilDate(recordDate) }),
    ...(payDate === null ? {} : { payable_date: formatCivilDate(payDate) }),
  };
}

/** The first half of a SHA-256 as a version 8 UUID, which is free for such use. */
function uuidOf(action: Dividend | Split): string {
  const hex = createHash('sha256').update(JSON.stringify(action)).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
