/** Names of amounts: the names of figures before them, against the requested name. */

import type { Amount } from './amounts.js';

const metric = new RegExp(
  String.raw`(?:\b([a-z-]{3,}) )?\b(revenues?|sales|turnover|income|profit|earnings|ebitda|loss|assets|liabilities|` +
    'equity|debt|borrowings|cash|inventor(?:y|ies)|receivables?|payables?|costs?|expenses?|' +
    'margin|capex|expenditures?|dividends?|backlog|tax(?:es)?|depreciation|amortization|goodwill|' +
    'headcount|employees|' +
    String.raw`stores|subscribers|customers|orders?|bookings|premiums?|deposits|loans)\b`,
  'g',
);
const plainWords =
  /^(?:total|the|its|was|were|and|for|with|that|our|reported|quarterly|annual|of|in|while|but|from)$/;
const synonyms: Readonly<Record<string, string>> = {
  sales: 'revenu',
  turnov: 'revenu',
  profit: 'income',
  earnin: 'income',
  loss: 'income',
  ebitda: 'income',
  cost: 'expens',
  costs: 'expens',
  borrow: 'debt',
  capex: 'expend',
  headco: 'employ',
  orders: 'order',
  bookin: 'order',
};

type Name = { readonly phrase: string; readonly stem: string };
/** What a text names: `phrase` with the word before it, `stem` for all words of a meaning. */
const namesIn = (text: string): Name[] =>
  [...unmarked(text).matchAll(metric)].map(([, word, noun = '']) => {
    const phrase = word === undefined || plainWords.test(word) ? noun : `${word} ${noun}`;
    return { phrase, stem: synonyms[noun.slice(0, 6)] ?? noun.slice(0, 6) };
  });
const unmarked = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("'s", '')
    .replace(/\bloss\b/g, 'income')
    .replace(/\bebit\b/g, 'operating income');

/** Kinds of income, which are not one another. */
const kinds =
  /^(operating|net|gross|comprehensive|interest|pre-?tax) (?:income|profit|earnings|margin)$|\b(ebitda)$/;
const kindOf = (phrase: string): string | undefined => {
  const [, kind, own] = kinds.exec(phrase) ?? [];
  return own ?? kind?.replace('-', '');
};
const isAlike = (one: Name, other: Name): boolean => {
  const kind = kindOf(one.phrase);
  const second = kindOf(other.phrase);
  return one.stem === other.stem && (kind ?? second) === (second ?? kind);
};

/**
 * Each row lists terms that exclude one another: a label with a term other than the question's is
 * another figure.
 */
const exclusive = [
  [
    'free cash',
    ...['operating', 'investing', 'financing'].map((one) => `${one} (?:cash|activities)`),
  ],
  ['continuing operations', 'discontinued operations'],
  ['effective', 'statutory'],
  ['basic', 'diluted'],
  ['ffo|funds from operations', 'eps|earnings per'],
  ['attributable to (?!(?:the )?(?:non|minority))', 'non-?controlling|minority'],
  ['spend|spent|spending|cost', 'average price'],
  ['repurchase[sd]?|bought back|buybacks?', 'issued?|issuances?'],
  [
    'employees|people|staff|workers|headcount',
    'stores|shops|outlets|branches|restaurants',
    'customers|subscribers|members|users',
    'vehicles|cars',
  ],
].map((row) => row.map((words) => new RegExp(String.raw`\b(?:${words})\b`, 'i')));
const isOther = (label: string, question: string): boolean =>
  exclusive.some((row) => {
    const [asked, named] = [question, label].map((text) => row.filter((one) => one.test(text)));
    return asked!.length > 0 && named!.length > 0 && !named!.some((one) => asked!.includes(one));
  });

/** Whether a label has a term of the question that others exclude. */
const sharesTerm = (label: string, question: string): boolean =>
  exclusive.flat().some((one) => one.test(question) && one.test(label));

const isAdjusted = (text: string): boolean => /\b(?:non-gaap|adjusted|pro forma)\b/i.test(text);

/** Whether the name of a figure precedes an amount. */
export const isNamed = ({ label }: Amount): boolean => namesIn(label).length > 0;

/** The words of a line of a list, as `services` of `Services: $5`. */
const listLabel = (label: string): string =>
  /([a-z]{3,}(?: [a-z]{3,}){0,2}) ?: ?[($€£¥]{0,2} ?$/i.exec(label.trimEnd())?.[1]?.toLowerCase() ??
  '';

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]{4,}/g) ?? [];

/** Keeps the rows that share the most words with the question; otherwise the total row. */
export function ofList<T extends { readonly amount: Amount }>(
  readings: readonly T[],
  question: string,
): readonly T[] {
  const asked = new Set(wordsOf(question));
  const shared = readings.map(
    ({ amount }) => new Set(wordsOf(amount.label).filter((word) => asked.has(word))).size,
  );
  const most = Math.max(...shared);
  const isList = readings.every(({ amount }) =>
    /: ?[($€£¥]{0,2} ?\S*$/.test(amount.label.trimEnd()),
  );
  const isTotal = readings.map(({ amount }) => /\btotal\b/i.test(amount.label));
  const isNamedElsewhere = readings.some((_, at) => !isTotal[at] && shared[at]! > 0);
  if (isList) return readings.filter((_, at) => shared[at] === most);
  return isNamedElsewhere || namesIn(question).length === 0 || !isTotal.includes(true)
    ? readings
    : readings.filter((_, at) => isTotal[at]);
}

/**
 * Those after the name of the requested figure, if there are any; an amount with another name
 * does not count.
 */
export function ofFigure<T extends { readonly amount: Amount }>(
  found: readonly T[],
  asking: string,
): readonly T[] {
  // Text in brackets explains the name.
  const question = asking.replace(/\([^()]*\)/g, ' ');
  const isNear = ({ amount }: T): boolean =>
    !isOther(amount.label.split(/[,:;=]/).at(-1)!, question);
  const readings = found.some(isNear) ? found.filter(isNear) : found;
  const wanted = namesIn(question);
  const asked = unmarked(question);
  const names = readings.map(({ amount }) => namesIn(amount.label));
  // `Total debt` is not the long-term debt next to it: the name that shares most words with the
  // question counts.
  const fit = names.map((own) =>
    Math.max(
      0,
      ...own.map(({ phrase }) => (asked.includes(phrase) ? phrase.split(' ').length : 0)),
    ),
  );
  const best = Math.max(0, ...fit);
  const isOwn = fit.map((words) => words > 0 && words === best);
  const listed = readings.map(({ amount }) => listLabel(amount.label));
  const hasOwn = isOwn.includes(true) || listed.some((one) => one !== '' && asked.includes(one));
  const isPlain = readings.some(({ amount }, at) => isOwn[at] && !isAdjusted(amount.label));
  const hasTerm = readings.some(({ amount }) => sharesTerm(amount.label, question));
  return readings.filter(({ amount: { label } }, at) => {
    const own = names[at]!;
    const isUntold = hasTerm && !sharesTerm(label, question);
    if (isOther(label, question) || (isUntold && (own.length > 0 || !/\bor\b/.test(label))))
      return false;
    if (isPlain && isAdjusted(label) && !isAdjusted(question)) return false;
    if (isOwn[at]) return true;
    // A line of a list with its own label is another figure, if another line has the
    // requested name.
    if (own.length === 0) return !hasOwn || listed[at] === '' || asked.includes(listed[at]!);
    if (hasOwn) return false;
    return wanted.length === 0 || own.some((one) => wanted.some((name) => isAlike(one, name)));
  });
}
