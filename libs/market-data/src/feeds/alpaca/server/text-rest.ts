/** The vendor's REST interface to what is no series: news, and corporate actions. */

import { excerpt, startOfUtcDay } from '#values';
import type { ReleasedHistory, ServedNews } from './released-history.js';
import { RestRefusal, pageRequestOf, symbolsOf, tokenText } from './rest-query.js';
import { actionBody, actionDate, actionType, newsBody, type ActionType } from './served-news.js';
import type { WireBody } from './served-row.js';

/** `/v1beta1/news`: the newest first, unless asked otherwise. */
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

const types: readonly ActionType[] = ['cash_dividend', 'forward_split', 'reverse_split'];

/** `/v1/corporate-actions`, by ex date; those that are known by now, and no others. */
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
