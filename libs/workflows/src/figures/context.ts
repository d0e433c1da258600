/** What the words around an amount tell about it: its sign, and its role in its sentence. */

/**
 * `compared`: what something was compared with, or came from; `part`: of the amount before, or next
 * to it in brackets, or of a sum that follows; `whole`: what the amount before is a part of;
 * `change`: how much it rose or fell.
 */
export type Role =
  'value' | 'change' | 'compared' | 'part' | 'whole' | 'rejected' | 'bound' | 'range';

const article =
  '(?: ?(?:about|approximately|around|roughly|some|nearly|almost|only|just|the|an?|~))*';
/** Words right before an amount. */
const after = (source: string): RegExp => new RegExp(`(?:${source})${article}[ (]*$`, 'i');

const minus = new RegExp(
  String.raw`\b(?:minus|negative)(?: of)? ?$|(?:^|[^\w)%.\s] ?|[a-z)] |\b(?:is|was|of|at) )-$|` +
    String.raw`(?:^|[:|=]|\b(?:is|was|of|at)) ?- $`,
  'i',
);
const fell =
  String.raw`\b(?:(?:decreas|declin|fall|contract|lower)\w{0,3}|(?:drop|reduc)\w{0,4}|shr[aiu]nk\w{0,3}|` +
  'fell|down|slid|slipped|lost|plunged|tumbled)';
const rose = String.raw`\b(?:(?:increas|ris|grow|climb|jump|expand|improv|widen)\w{0,3}|rose|grew|up|higher|added)`;
const counted = String.raw`\b(?:opened|closed|hired)`;
const by = '(?: (?:by|of|was|is|further|year-over-year|another))*:?';
const fallen = after(fell + by);
const changed = after(`(?:${fell}|${rose}|${counted})${by}`);
const level = after(String.raw`\b(?:to|from)`);
const moved = after(
  String.raw`\b(?:decreased|declined|fell|dropped|(?:is|was) down|increased|rose|grew)(?: (?:by|further))*`,
);
const roles: readonly (readonly [Role, RegExp])[] = [
  [
    'rejected',
    after(
      String.raw`\bnot|n't|\bnever|\brather than|\binstead of|\b(?:whether|if|assuming)\b[^,.;]{0,40}`,
    ),
  ],
  [
    'bound',
    after(
      String.raw`\b(?:(?:more|less|fewer) than|at least|at most|up to|over|under|above|below|exceed\w{0,3})|` +
        '(?<![-=])[<>≤≥]',
    ),
  ],
  [
    'compared',
    after(
      String.raw`\b(?:from|than|versus|vs\.?|compar(?:ed|ing) (?:to|with)|against|relative to)`,
    ),
  ],
  ['change', changed],
];
const parts = new RegExp(
  String.raw`\b(?:consisting of|including|of which|the (?:rest|remainder)|out of (?:an? )?(?:total|overall)|` +
    String.raw`compris\w{0,3}|composed of|made up of|broken down)\b`,
  'i',
);

/** Before what the amount before is compared with; without one before it, a bound. */
export const isStandard = (lead: string): boolean =>
  /\b(?:above|below|under|over) the $/i.test(lead);

/** Between a part and its whole, where both are amounts. */
const whole = /^ (?:out )?of (?:the|its|their)\b[^.,;:\d]{0,40}$/i;
/** Before an amount that explains the one next to it, as in `after an impairment of`. */
const beside = after(
  String.raw`\b(?:after|before|excluding|including|net of)(?: [a-z-]{1,20}){1,4} of`,
);
const operator = String.raw`(?:[-+*/×÷]|\b(?:less|minus|plus|divided by)\b)`;
const equals = String.raw`(?:=|\b(?:leaves|gives|equals|yields)\b)`;
const firstOfSum = new RegExp(
  String.raw`^[^\d=,;.\n]{0,40}?(?:^\)?| )${operator}[^\d=,;.\n]{0,40}\d[^=\n]*?${equals}`,
  'i',
);
const nextOfSum = new RegExp(String.raw`\S ?${operator}[^\d=,;.\n]{0,40}$`, 'i');
const beforeResult = new RegExp(String.raw`^[^=\n]*?${equals}`, 'i');

/** Whether an amount is an operand of a sum, difference, product or quotient that follows. */
export const isOperand = (lead: string, tail: string): boolean =>
  firstOfSum.test(tail) || (nextOfSum.test(lead.slice(-60)) && beforeResult.test(tail));

const operand = String.raw`\(?[$€£¥]?[\d.,]+(?: ?(?:[a-z]{1,8}|%))?\)? ?`;
const chained = new RegExp(`(?<!= ?)[-+*/×÷] ?\\(?$|[-+*/×÷] ?${operand}= ?$`, 'i');

/**
 * Whether an amount follows an operator, or the equals sign after one, without a name of its own.
 */
export const isNextOfSum = (lead: string): boolean => chained.test(lead.slice(-60));

/** Whether the words between an amount and the one before mark the latter as a part of it. */
export const isWhole = (gap: string): boolean => whole.test(gap);

/**
 * Labels with both signs, such as `income (loss)`, set no sign; neither do losses in the name of
 * something else.
 */
const neutral = new RegExp(
  String.raw`\b(?:(?:income|profit|gain|earnings)s?(?:\/| or | and )\(?loss(?:es)?\)?|(?:credit|loan) loss(?:es)?|` +
    String.raw`loss (?:ratio|provision|reserve|allowance|rate|adjustment)|income tax(?:es)?|` +
    String.raw`(?:provisions?|allowances?) for [a-z ]{0,30}loss(?:es)?)`,
  'gi',
);
/** Words in brackets are ignored. */
const aside = /\([^()\d]{1,60}\)/g;
const nouns = new RegExp(
  String.raw`\b(?:(?<neg>loss(?:es)?|outflows?|deficits?|shortfall|cash used|used (?:in|for|by)|activities used|` +
    'used(?= ?$))|(?<fall>decreases?|declines?|drop|reduction)' +
    '(?: (?:in|of) (?:[a-z]+ ){0,3}[a-z]+)?|' +
    'revenues?|sales|income|profits?|gains?|inflows?|earned|assets|liabilities|' +
    'costs?|expenses?|equity|' +
    String.raw`debt|dividends?|margin|backlog|provided by|increase|growth|rose|grew)\b`,
  'gi',
);
const follows = new RegExp(
  '^ ?[([]?(?:(?:net|cash|operating|pre-?tax|of|in|total|annual|' +
    'after-tax|sequential|yoy|or|year-over-year) ){0,3}' +
    '(?:(?<neg>loss(?:es)?|outflows?|deficit|negative|used)|profit|gain|income|inflow|' +
    '(?<fall>decreases?|declines?|drop|fall|reduction|contraction|lower)|' +
    String.raw`(?<rise>increase|improvement|growth|rise|higher))\b`,
  'i',
);
const movement = new RegExp(
  String.raw`${rose}|${fell}|\b(?:went|moved|improved|changed|swung|narrowed|widened)`,
  'i',
);

/** Whether words around an amount make it negative; `lead` begins with its sentence. */
export function isTurned(lead: string, tail: string): boolean {
  const next = follows.exec(tail)?.groups;
  if (next !== undefined) return (next['neg'] ?? next['fall']) !== undefined;
  const stated = lead.replace(neutral, '').replace(aside, ' ');
  if (fallen.test(stated.slice(-60))) return true;
  const { neg, fall } = [...stated.matchAll(nouns)].at(-1)?.groups ?? {};
  return neg !== undefined || (fall !== undefined && !level.test(stated.slice(-40)));
}

/** A minus sign or word right before an amount. */
export const isMinus = (lead: string): boolean => minus.test(lead.slice(-24));

export function roleOf(lead: string, tail: string): Role {
  const [role = 'value'] = roles.find(([, words]) => words.test(lead.slice(-48))) ?? [];
  if (role === 'rejected') return role;
  if (/^ ?(?:\+(?! ?[^\s\d]{0,3}\d| [a-z])|or (?:more|less|higher|so)\b)/.test(tail))
    return 'bound';
  if (/^ ?(?:below|above|short of|ahead of) /.test(tail)) return 'change';
  const { rise, fall } = follows.exec(tail)?.groups ?? {};
  return role === 'value' && (rise ?? fall) !== undefined ? 'change' : role;
}

/** Whether a verb right before an amount means that something moved by it. */
export const isMoved = (lead: string): boolean => moved.test(lead.slice(-48));

/** Whether the text has something move from one value to another. */
export const isMovement = (lead: string): boolean => movement.test(lead.slice(-60));

/** Whether an amount is one of several that make up the one before, or explains it. */
export const isPart = (lead: string): boolean => parts.test(lead) || beside.test(lead);
