/**
 * What a text states of its amounts: the name, the periods and the sign of each, and how each is
 * used.
 */

import type { Amount } from './amounts.js';
import { withoutAsides } from './asides.js';
import type { Currencies } from './currencies.js';
import type { Item, Sentence } from './items.js';
import type { Period } from './periods.js';
import type { Role } from './vocabulary.js';

/**
 * `value`: what is stated; `compared`: what something was compared with; `change`: how much it rose
 * or fell; `range`, `bound`; `work`: an operand of a calculation; `again`: another value for the
 * one before, behind `or`.
 */
export type Use = 'value' | 'compared' | 'change' | 'range' | 'bound' | 'work' | 'again';

export interface Statement {
  readonly amount: Amount;
  readonly use: Use;
  /** Words of the names of figures that it is called by. */
  readonly names: readonly string[];
  /** What its number counts, in the words right behind it. */
  readonly counts: readonly string[];
  readonly periods: readonly Period[];
  /** Periods of documents, where no other is stated. */
  readonly documents: readonly Period[];
  /** `open`: read in two ways. */
  readonly sign: 'as written' | 'negative' | 'open';
  /** What rose or fell by it; null if nothing did. */
  readonly direction: 'rise' | 'fall' | null;
  readonly isForecast: boolean;
  /** In brackets behind another amount. */
  readonly isAside: boolean;
  /** Its names or periods are those of the amount before, in another unit or behind a comma. */
  readonly isInherited: boolean;
  /** The number of its sentence. */
  readonly sentence: number;
  /** Scale and currency that a heading states for it. */
  readonly head: { readonly power: number | null; readonly codes: Currencies | null };
}

export interface Statements {
  readonly all: readonly Statement[];
  /** Words that the grammar does not know, by the number of their sentence. */
  readonly unread: readonly { readonly text: string; readonly sentence: number }[];
  /** Roles of words that concern the whole text, by the number of their sentence. */
  readonly marks: readonly Mark[];
}

export interface Mark {
  readonly role: Role;
  readonly sentence: number;
  /** The index of its first token. */
  readonly from: number;
}

type AmountItem = Extract<Item, { kind: 'amount' }>;
const isAmount = (item: Item): item is AmountItem => item.kind === 'amount';
const isRole = (item: Item | undefined, ...roles: readonly Role[]): boolean =>
  item?.kind === 'role' && roles.includes(item.role);
const isMark = (item: Item | undefined, ...texts: readonly string[]): boolean =>
  item?.kind === 'mark' && texts.includes(item.text);
const verbs = new RegExp(
  '^(?:is|was|were|are|be|been|came|comes|stood|stands|reached|hit|totaled|totalled|amounted|of|at|posted|' +
    'reported|had|equals|earned|generated|delivered|recorded|achieved)$',
);
const isClauseVerb = (item: Item | undefined): boolean =>
  item?.kind === 'role' && verbs.test(item.text) && !/^(?:of|at)$/.test(item.text);
const isVerb = (item: Item | undefined): boolean => item?.kind === 'role' && verbs.test(item.text);

/** What the sentences before an amount without a name, period or scale say. */
interface Context {
  names: readonly string[];
  readonly periods: Period[];
  readonly documents: Period[];
  power: number | null;
  codes: Currencies | null;
}

/** Reads sentence by sentence: one without an amount is a heading of the next ones. */
export function statementsOf(sentences: readonly Sentence[]): Statements {
  const all: Statement[] = [];
  const unread: { text: string; sentence: number }[] = [];
  const marks: Mark[] = [];
  const later: Period[] = [];
  const context: Context = { names: [], periods: [], documents: [], power: null, codes: null };
  for (const [number, sentence] of sentences.entries()) {
    const { items, documents } = withoutAsides(sentence);
    for (const item of items) {
      if (item.kind === 'role') marks.push({ role: item.role, sentence: number, from: item.from });
    }
    const result = resultOf(items);
    for (const [at, item] of items.entries()) {
      // A letter in a calculation is a variable.
      const isVariable = at < result && item.kind === 'unread' && /^[a-z]$/i.test(item.text);
      if (item.kind === 'unread' && !isVariable) unread.push({ text: item.text, sentence: number });
    }
    takeHeads(items, context);
    context.documents.push(...documents);
    if (items.some(isAmount)) all.push(...new SentenceReader(items, number, context).run());
    else later.push(...takeHeading(items, context));
  }
  return { all: withPeriods(all, later, renamed(sentences)), unread, marks };
}

function takeHeads(items: Sentence, context: Context): void {
  for (const item of items) {
    if (item.kind !== 'head') continue;
    context.power = item.power ?? context.power;
    context.codes = item.codes ?? context.codes;
  }
}

function takeHeading(items: Sentence, context: Context): readonly Period[] {
  const names = namesIn(items);
  const periods = periodsIn(items);
  if (names.length > 0) context.names = names;
  context.periods.push(...periods);
  return periods;
}

/**
 * `That is the company's fiscal Q3 2024.`: another name, in the next sentence, of the period of the
 * one before.
 */
const renamed =
  (sentences: readonly Sentence[]) =>
  ({ sentence }: Statement): readonly Period[] => {
    const next = sentences[sentence + 1] ?? [];
    const [first] = next;
    const isName = first?.kind === 'role' && /^(?:that|this|which|it)\b/.test(first.text);
    return isName && !next.some(isAmount) ? periodsIn(next) : [];
  };

/**
 * An amount without a period has that of the same amount before it, as an answer behind its working
 * does; else that of a sentence without an amount, as `Period: Q3 2024`.
 */
function withPeriods(
  all: readonly Statement[],
  later: readonly Period[],
  calledAs: (statement: Statement) => readonly Period[],
): readonly Statement[] {
  return all.map((statement, at) => {
    const { amount, periods } = statement;
    if (periods.length > 0) return { ...statement, periods: [...periods, ...calledAs(statement)] };
    const same = all.findLast(
      (other, place) =>
        place < at && other.amount.value === amount.value && other.periods.length > 0,
    );
    return { ...statement, periods: same?.periods ?? later };
  });
}

class SentenceReader {
  private readonly places: readonly number[];
  private readonly result: number;

  constructor(
    private readonly items: Sentence,
    private readonly number: number,
    private readonly context: Context,
  ) {
    this.places = items.flatMap((item, at) => (isAmount(item) ? [at] : []));
    this.result = resultOf(items);
  }

  run(): Statement[] {
    const found: Statement[] = [];
    const zipped = this.zipped();
    for (const [order, at] of this.places.entries()) {
      const statement = this.statementAt(at, order, found.at(-1));
      found.push(zipped === null ? statement : { ...statement, periods: [zipped[order]!] });
    }
    return found;
  }

  /** `in Q3 2024 and Q3 2023 …, respectively`: a period for each amount; null without that word. */
  private zipped(): readonly Period[] | null {
    const isZipped = this.items.some(
      (item) => item.kind === 'role' && item.text === 'respectively',
    );
    const periods = periodsIn(this.items);
    return isZipped && periods.length === this.places.length ? periods : null;
  }

  private statementAt(at: number, order: number, last: Statement | undefined): Statement {
    const { amount } = this.items[at] as AmountItem;
    const before = this.places[order - 1] ?? -1;
    const after = this.places[order + 1] ?? this.items.length;
    const around: Around = {
      items: this.items,
      at,
      lead: this.items.slice(before + 1, at),
      tail: this.items.slice(at + 1, after),
      isFirst: order === 0,
      isLast: after === this.items.length,
    };
    const isWork = at < this.result;
    const isAside = last !== undefined && isInBrackets(around, amount);
    const use = isWork ? 'work' : useOf(around, last, isAside);
    const stated = isWork ? [] : this.namesOf(around);
    const inherited = amount.kind === 'per share' ? [] : (last?.names ?? this.context.names);
    const names = stated.length > 0 ? stated : inherited;
    const { periods, weak } = this.periodsOf(around, last);
    return {
      amount,
      use,
      names,
      isAside,
      sentence: this.number,
      counts: countedBy(around.tail),
      isForecast: isForecast(around, stated, last),
      isInherited: stated.length === 0 && last !== undefined,
      periods,
      documents: weak,
      sign: signOf(around, amount, isAside),
      direction: directionOf(around),
      head: { power: this.context.power, codes: this.context.codes },
    };
  }

  /** Before it, or what it counts or is of, behind it. */
  private namesOf(around: Around): readonly string[] {
    const counted = countedBy(around.tail);
    if (counted.length > 0) return counted;
    const from =
      this.result > around.at - around.lead.length ? nameBeforeWork(this.items) : around.lead;
    const lead = namesIn(from);
    const behind = around.isLast ? around.tail : beforeNextName(ownTail(around.tail));
    // `18.4 percent of revenue` names what it is a percentage of.
    const isShare = isPercent(around) && isOf(behind[0]);
    const tail = isShare ? [] : namesIn(behind);
    return [...lead, ...tail];
  }

  /**
   * Those behind it up to a comma or `and`, and those before it behind the last amount's; else
   * those of the amount before, or of the heading. `weak`: of documents, and of the operands of a
   * calculation.
   */
  private periodsOf(
    around: Around,
    last: Statement | undefined,
  ): { readonly periods: readonly Period[]; readonly weak: readonly Period[] } {
    const { lead, tail, isFirst, isLast, at } = around;
    const isResult = this.result >= 0 && at > this.result;
    const before = isFirst ? lead : lead.slice(ownTail(lead).length);
    const behind = periodsIn(isLast ? tail : ownTail(tail));
    const stated = merged(isResult ? behind : [...periodsIn(before), ...behind]);
    if (stated.length > 0) return { periods: stated, weak: [] };
    if (isResult) return { periods: [], weak: periodsIn(this.items.slice(0, at)) };
    const periods = last?.periods ?? [...this.context.periods];
    return { periods, weak: periods.length > 0 ? [] : [...this.context.documents] };
  }
}

const isPercent = ({ items, at }: Around): boolean =>
  (items[at] as AmountItem).amount.kind === 'percent';
const isOf = (item: Item | undefined): boolean => item?.kind === 'role' && item.text === 'of';

interface Around {
  readonly items: Sentence;
  readonly at: number;
  /** Between the amount before and this one. */
  readonly lead: Sentence;
  /** Between this one and the next. */
  readonly tail: Sentence;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const namesIn = (items: Sentence): string[] =>
  items.flatMap((item) => (item.kind === 'figure' ? item.figure.words : []));

/** Periods that something is compared with are not those of an amount. */
function periodsIn(items: Sentence): Period[] {
  const periods: Period[] = [];
  // Whether the last words are those before what something is compared with.
  let isBase = false;
  for (const item of items) {
    if (item.kind === 'period' && !isBase) periods.push(item.period);
    const isPlain = isRole(item, 'plain') && !isVerb(item);
    isBase = isRole(item, 'base') || (isBase && isPlain);
  }
  return periods;
}

/**
 * The items behind an amount that belong to it: up to a comma, `and`, the next comparison, or an
 * open bracket.
 */
function ownTail(items: Sentence): Sentence {
  const whole = items.slice(0, openBracket(items));
  const end = whole.findIndex(
    (item) =>
      isMark(item, ',') ||
      isRole(item, 'contrast', 'base', 'again') ||
      (item.kind === 'role' && item.text === 'and'),
  );
  return end < 0 ? whole : whole.slice(0, end);
}

/** The place of the first bracket at the end that nothing closes; the length if there is none. */
function openBracket(items: Sentence): number {
  let first = items.length;
  for (let at = items.length - 1; at >= 0; at--) {
    if (isMark(items[at], ')')) break;
    if (isMark(items[at], '(')) first = at;
  }
  return first;
}

/**
 * `$1.5 billion on revenue of $9 billion`: a name behind such a word is that of the next amount.
 */
function beforeNextName(items: Sentence): Sentence {
  const at = items.findLastIndex(
    (item) => item.kind === 'role' && /^(?:on|with|against|from|for)$/.test(item.text),
  );
  const isNext = at >= 0 && items.slice(at).some(({ kind }) => kind === 'figure');
  return isNext ? items.slice(0, at) : items;
}

/** In the words of its own clause; else as the amount before, unless it is set against that one. */
function isForecast(
  { lead, tail }: Around,
  names: readonly string[],
  last: Statement | undefined,
): boolean {
  const words = [...lead, ...ownTail(tail)];
  if (words.some((item) => isRole(item, 'forecast'))) return true;
  const isApart =
    names.length > 0 ||
    lead.some(
      (item) =>
        isRole(item, 'contrast') ||
        (item.kind === 'role' && /^(?:actual|actually|reported)$/.test(item.text)),
    );
  return !isApart && last?.isForecast === true;
}

/** `5,705 stores`: what comes right behind a number. */
function countedBy([first]: Sentence): readonly string[] {
  return first?.kind === 'figure' ? first.figure.words : [];
}

/** The index of the sign of equality before the result of a calculation; -1 if there is none. */
function resultOf(items: Sentence): number {
  const last = items.findLastIndex(isAmount);
  const result = items.slice(0, Math.max(last, 0)).findLastIndex((item) => isMark(item, '=', '≈'));
  const work = items.slice(0, Math.max(result, 0));
  const amounts = work.filter(isAmount);
  const isWork = amounts.length > 1 || (amounts.length > 0 && work.some(isOperator));
  // `$1.5 billion (≈ €1.4 billion)` is no calculation.
  return isWork && !isMark(items[result - 1], '(') ? result : -1;
}

const isOperator = (item: Item): boolean =>
  isMark(item, '+', '-', '*', '/', '×', '÷') ||
  (item.kind === 'role' && /^(?:minus|divided)/.test(item.text));

/**
 * Before the first sign of equality is the name of the result, unless it is a calculation itself.
 */
function nameBeforeWork(items: Sentence): Sentence {
  const first = items.findIndex((item) => isMark(item, '=', '≈'));
  const name = items.slice(0, Math.max(first, 0));
  return name.some(isAmount) ? [] : name;
}

function isInBrackets({ lead }: Around, amount: Amount): boolean {
  const open = lead.findLastIndex((item) => isMark(item, '('));
  const isOpen = open >= 0 && !lead.slice(open).some((item) => isMark(item, ')'));
  return isOpen || (amount.sign === 'brackets' && lead.length === 0);
}

function useOf(around: Around, last: Statement | undefined, isAside: boolean): Use {
  const { lead, tail } = around;
  const { amount } = around.items[around.at] as AmountItem;
  const start = lead.findLastIndex((item) => isClauseVerb(item) || isMark(item, ',', ':'));
  const words = lead.slice(start + 1);
  if (isBoundBy(words, tail) || amount.isBound) return 'bound';
  if (isRangeWith(around, last)) return 'range';
  if (words.some((item) => isRole(item, 'base'))) return 'compared';
  if (
    words.some((item) => isRole(item, 'rise', 'fall')) &&
    !words.some((item) => isRole(item, 'to'))
  )
    return 'change';
  if (!isAside && last !== undefined && isAgain(lead)) return 'again';
  return isChangeBehind(tail) ? 'change' : 'value';
}

const isBoundBy = (words: Sentence, tail: Sentence): boolean => {
  const last = words.at(-1);
  const isOver = last?.kind === 'role' && last.text === 'over';
  const isMore = tail[0]?.kind === 'role' && /^or$/.test(tail[0].text) && isMoreWord(tail[1]);
  return isOver || isMark(last, '<', '>') || words.some((item) => isRole(item, 'bound')) || isMore;
};
const isMoreWord = (item: Item | undefined): boolean =>
  item?.kind === 'role' && /^(?:more|higher|less)$/.test(item.text);

/** `a 3.2% decline` and `3.2% lower`. */
const isChangeBehind = ([first]: Sentence): boolean =>
  isRole(first, 'rise', 'fall') ||
  (first?.kind === 'figure' && first.figure.words.includes('growth'));

/** The first word behind an amount, in brackets or not. */
const firstBehind = ([first, second]: Sentence): Item | undefined =>
  isMark(first, '(') ? second : first;

const isAgain = (lead: Sentence): boolean =>
  lead.some((item) => isRole(item, 'again') || isMark(item, '=', '≈'));

/** Two amounts with nothing but a dash, `to` or `and` between them. */
function isRangeWith(around: Around, last: Statement | undefined): boolean {
  const { lead } = around;
  if (last === undefined && isMark(lead.at(-1), '±')) return true;
  if (lead.some((item) => isRole(item, 'between'))) return true;
  return isRangeStart(around) || (last !== undefined && isRangeEnd(lead, last));
}

/** `from 4 to 5` behind a verb of change is a move and no range. */
function isRangeStart({ tail, items, at }: Around): boolean {
  if (!isRangeGap(tail) || !items.slice(at + 1).some(isAmount)) return false;
  return !items.slice(0, at).some((item) => isRole(item, 'base', 'rise', 'fall'));
}

function isRangeEnd(lead: Sentence, { use }: Statement): boolean {
  const isMove = use === 'compared' || use === 'change';
  if (isRangeGap(lead) && !isMove) return true;
  return use === 'range' && lead.every((item) => isRole(item, 'plain'));
}

function isRangeGap(gap: Sentence): boolean {
  const [only] = gap;
  return gap.length === 1 && (isMark(only, '-', '~', '±') || isRole(only, 'to'));
}

/**
 * A label in words counts in brackets too; brackets alone are a minus sign behind a verb, a colon,
 * or nothing.
 */
function signOf(around: Around, amount: Amount, isAside: boolean): Statement['sign'] {
  if (amount.sign === 'minus') return 'as written';
  if (isLoss(around)) return 'negative';
  if (amount.sign === 'dash') return 'open';
  if (amount.sign !== 'brackets' || isAside) return 'as written';
  const before = around.lead.at(-1);
  const isClear = before === undefined || isVerb(before) || isMark(before, ':', '=', '|');
  return isClear ? 'negative' : 'open';
}

/** By the last word for it before the amount, or else by the first behind it. */
function isLoss({ lead, tail }: Around): boolean {
  if (lead.some((item) => item.kind === 'figure' && item.figure.sign === 'both')) return false;
  const last = lead.findLast((item) => isLossWord(item) || isGainWord(item));
  const isUsed = lead.findLast((item) => item.kind !== 'mark');
  if (isUsed?.kind === 'role' && /^(?:used|minus|negative)$/.test(isUsed.text)) return true;
  if (last !== undefined) return isLossWord(last);
  return isLossWord(firstBehind(tail));
}

const isLossWord = (item: Item | undefined): boolean =>
  (isRole(item, 'loss') && !(item?.kind === 'role' && /^(?:minus|negative)$/.test(item.text))) ||
  (item?.kind === 'figure' && item.figure.sign === 'loss');

/** Names of what is gained undo a loss that is told before them. */
const isGainWord = (item: Item): boolean =>
  item.kind === 'figure' &&
  item.figure.sign === null &&
  item.figure.words.some((word) => /^(?:income|revenue|gain|cashflow)$/.test(word));

function directionOf({ lead, tail }: Around): Statement['direction'] {
  const found = [...lead.toReversed(), firstBehind(tail)].find((item) =>
    isRole(item, 'rise', 'fall'),
  );
  return found?.kind === 'role' ? (found.role as 'rise' | 'fall') : null;
}

/** A part of a year without one, and a year by itself, are one period. */
function merged(periods: readonly Period[]): readonly Period[] {
  const part = periods.find((period) => period.year === null && /^[QH9]/.test(period.part ?? ''));
  const years = periods.filter((period) => period.part === 'FY' && period.to === period.from + 1);
  if (part === undefined || years.length !== 1) return periods;
  const rest = periods.filter((period) => period !== part && period !== years[0]);
  return [...rest, { ...part, year: years[0]!.year }];
}
