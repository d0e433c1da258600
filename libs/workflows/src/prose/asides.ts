/**
 * Takes out what is no part of an answer: references to documents, dates of publishing, confidence,
 * and knowledge.
 */

import type { Item, Sentence } from './items.js';
import type { Period } from './periods.js';

export interface Stated {
  readonly items: Sentence;
  /** Periods of documents, as in `the Q3 2024 10-Q`. */
  readonly documents: readonly Period[];
}

const isRole = (item: Item | undefined, ...roles: readonly string[]): boolean =>
  item?.kind === 'role' && roles.includes(item.role);
const isMark = (item: Item | undefined, text: string): boolean =>
  item?.kind === 'mark' && item.text === text;
const isPlain = (item: Item | undefined): boolean => isRole(item, 'plain');

/** The sentence without its asides. An aside ends at a comma or bracket, or with the sentence. */
export function withoutAsides(sentence: Sentence): Stated {
  const items: Item[] = [];
  const documents: Period[] = [];
  let at = 0;
  while (at < sentence.length) {
    const next = asideEnd(sentence, at, documents);
    if (next === undefined) items.push(sentence[at++]!);
    else at = next;
  }
  return { items, documents };
}

/** Behind the aside that begins at an item; undefined if none does. */
function asideEnd(sentence: Sentence, at: number, documents: Period[]): number | undefined {
  const item = sentence[at];
  if (isRole(item, 'score')) return scoreEnd(sentence, at + 1);
  if (isRole(item, 'knowledge')) return knowledgeEnd(sentence, at + 1);
  if (isRole(item, 'published')) return publishedEnd(sentence, at + 1);
  if (isRole(item, 'source')) return sourceEnd(sentence, at + 1);
  if (item?.kind === 'period' && isDocumentBehind(sentence, at + 1)) {
    documents.push(item.period);
    return at + 1;
  }
  if (item?.kind === 'amount' && isTime(sentence[at + 1])) return at + 2;
  return placeEnd(sentence, at);
}

/** `52 weeks` is no amount of a figure. */
const isTime = (item: Item | undefined): boolean =>
  item?.kind === 'role' &&
  /^(?:days?|weeks?|months?|years?|hours?|minutes?|quarters?)$/.test(item.text);

const isDocumentBehind = (sentence: Sentence, at: number): boolean => {
  const item = sentence[at];
  return item?.kind === 'role' && item.role === 'source' && documentNames.test(item.text);
};
const documentNames =
  /10|20 - f|8 - k|report|filing|release|presentation|transcript|form|prospectus|proxy/;

/** `confidence: high, 90%`, `confidence score: 9/10`: to the end of the bracket or sentence. */
function scoreEnd(sentence: Sentence, start: number): number {
  let at = start;
  while (at < sentence.length && !isMark(sentence[at], ')')) {
    const item = sentence[at]!;
    const isLevel =
      item.kind === 'unread' && /^(?:high|medium|low|very|moderate)$/i.test(item.text);
    const isOther =
      item.kind === 'figure' || item.kind === 'period' || (item.kind === 'unread' && !isLevel);
    if (isOther) return at;
    at++;
  }
  return at;
}

/** `my knowledge was last updated in October 2023`: to the next comma, bracket, or the end. */
function knowledgeEnd(sentence: Sentence, start: number): number {
  let at = start;
  while (at < sentence.length && !isMark(sentence[at], ')') && !isMark(sentence[at], ',')) {
    const item = sentence[at]!;
    if (item.kind === 'amount' || item.kind === 'figure' || item.kind === 'unread') return at;
    at++;
  }
  return at;
}

function publishedEnd(sentence: Sentence, start: number): number | undefined {
  let at = start;
  const isLead = (item: Item | undefined): boolean =>
    isPlain(item) || isMark(item, ':') || isRole(item, 'published');
  while (at < start + leadMax && isLead(sentence[at])) at++;
  return sentence[at]?.kind === 'period' ? at + 1 : undefined;
}

/** Words between a verb of publishing and its date. */
const leadMax = 6;

/** `Note 3`, `page 45-47`, `Item 8`, `Form 10-K for fiscal 2023`. */
function sourceEnd(sentence: Sentence, start: number): number {
  let at = start;
  while (isRole(sentence[at], 'source')) at++;
  while (isReferenceNumber(sentence[at])) at++;
  return at;
}

const isReferenceNumber = (item: Item | undefined): boolean =>
  (item?.kind === 'amount' && item.amount.isWhole) || isMark(item, '#') || isMark(item, '-');

/** `F-12`: a capital letter and a number, with a dash between them that may be read as its sign. */
function placeEnd(sentence: Sentence, at: number): number | undefined {
  if (!isCapital(sentence[at])) return undefined;
  const next = sentence[at + 1];
  if (next?.kind === 'amount') return next.amount.sign === 'minus' ? at + 2 : undefined;
  return isMark(next, '-') && isPlaceNumber(sentence[at + 2]) ? at + 3 : undefined;
}

const isCapital = (item: Item | undefined): boolean =>
  item?.kind === 'unread' && /^[A-Z]$/.test(item.text);
const isPlaceNumber = (item: Item | undefined): boolean =>
  item?.kind === 'unread' || item?.kind === 'amount';
