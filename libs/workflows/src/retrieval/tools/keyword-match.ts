/** How well keywords fit names, in whole numbers, so that every machine ranks alike. */

import { inOrder } from '#tools/files/dated-documents';
import { wordsOf } from '#tools/files/web-tools';
import type { RetrievalSwitches } from '../store/retrieval-terms.js';

/**
 * Words that mean the same in statements, in company names and on earnings calls, as
 * `normalized` has them.
 */
const alike = `revenue, revenues, sales, net sales, turnover; cost of revenue, cost of sales, cost of goods sold, cogs
net income, net profit, net earnings, profit after tax; operating income, operating profit, ebit
earnings per share, eps, income per share, profit per share; dividends, distributions, payouts
research and development, r d, r and d; selling general and administrative, sg a, sga
capital expenditures, capex, capital spending, purchases of property plant and equipment
property plant and equipment, pp e, fixed assets; depreciation and amortization, d a, depreciation and amortisation
repurchases, buybacks, share buybacks; share based compensation, stock based compensation, sbc
accounts receivable, receivables, debtors; accounts payable, payables, creditors; inventories, inventory
long term debt, borrowings, noncurrent borrowings; equity, shareholders equity, stockholders equity, net assets
tax, taxes, taxation; guidance, outlook, forecast, projection; orders, bookings
segmental breakdown, segment, segments, division; geographic information, geography, region
headcount, employees, staff, workforce; like for like, comparable, same store, organic
units produced, output, production; low, lower end, low end; high, upper end, high end
inc, incorporated, corp, corporation, co, company; ltd, limited, plc`;
const replacements = alike.split(/; |\n/).flatMap((group) => {
  const terms = group.split(', ').map((term) => ` ${term} `);
  return terms.flatMap((term) => terms.map((other) => [term, other] as const));
});

/**
 * `words` (lower case, single spaces), and each wording with one term replaced by
 * another of its group.
 */
export function wordings(words: string): readonly string[] {
  const others = replacements.map(([one, other]) => ` ${words} `.replace(one, other).trim());
  return [...new Set([words, ...others])];
}

const normalized = (text: string): string => wordsOf(text).join(' ');

interface Search<T> {
  readonly keywords: readonly string[];
  readonly namesOf: (item: T) => readonly string[];
  readonly limit: number;
  readonly switches: RetrievalSwitches;
}

/**
 * Up to `limit` items of which a name fits a keyword, those that fit most and best first, then the
 * shorter name. All items, in order of their names, without a keyword.
 */
export function ranked<T>(items: readonly T[], search: Search<T>): T[] {
  const keywords = search.keywords.map(normalized).filter((keyword) => keyword !== '');
  const fits = keywords.map((keyword) => fitOf(keyword, search.switches));
  const scored = items.map((item) => {
    const names = search.namesOf(item).map(normalized);
    const score = fits.reduce((sum, fit) => sum + Math.max(...names.map(fit)), 0);
    const name = names.join();
    return { item, score, name, length: fits.length && name.length };
  });
  return scored
    .filter(({ score }) => score > 0 || fits.length === 0)
    .sort((a, b) => b.score - a.score || a.length - b.length || inOrder(a.name, b.name))
    .slice(0, search.limit)
    .map(({ item }) => item);
}

/**
 * For normalized names, from 6 (the same) to 1 (words that are nearly the same); 0 where
 * they do not fit.
 */
function fitOf(keyword: string, { synonyms, fuzzy }: RetrievalSwitches): (name: string) => number {
  const all = (synonyms ? wordings(keyword) : [keyword]).map((wording) => wording.split(' '));
  return (name) => {
    if (name === keyword) return 6;
    if (` ${name} `.includes(` ${keyword} `)) return 5;
    if (name.includes(keyword)) return 4;
    const words = name.split(' ');
    const isIn = (isLike: (asked: string, word: string) => boolean): boolean =>
      all.some((asked) => asked.every((one) => words.some((word) => isLike(one, word))));
    if (synonyms && isIn((asked, word) => asked === word)) return 3;
    return fuzzy && isIn(isNear) ? 1 : 0;
  };
}

/** Equal up to some edits (Levenshtein): one in words from four letters on, two from seven on. */
function isNear(asked: string, word: string, edits = editsIn(asked)): boolean {
  if (asked === word || edits === 0) return asked === word;
  const askedRest = asked.slice(1);
  const wordRest = word.slice(1);
  if (asked[0] === word[0]) return isNear(askedRest, wordRest, edits);
  const isNearer = (one: string, other: string): boolean => isNear(one, other, edits - 1);
  return isNearer(askedRest, wordRest) || isNearer(askedRest, word) || isNearer(asked, wordRest);
}

const editsIn = ({ length }: string): number => Number(length > 3) + Number(length > 6);
