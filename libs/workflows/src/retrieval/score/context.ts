/** What the words around an amount say of it: its sign, and what part it has in its sentence. */

/** `compared`: what something was compared with, or came from; `change`: how much it rose or fell. */
export type Role = 'value' | 'change' | 'compared' | 'rejected' | 'bound' | 'range';

const any = (...words: readonly string[]): string => `(?:${words.join('|')})`;
const roughly = any('about', 'approximately', 'around', 'roughly', 'some', 'nearly', 'almost');
const article = `(?: ?(?:${roughly}|only|just|the|an?|~))*`;
/** Words right before an amount. */
const after = (source: string): RegExp => new RegExp(`(?:${source})${article}[ (]*$`, 'i');

const minus = new RegExp(
  any(
    String.raw`\b(?:minus|negative)(?: of)? ?$`,
    String.raw`(?:^|[^\w)%.\s] ?|[a-z)] |\b(?:is|was|of|at) )-$`,
    String.raw`(?:^|[:|=]|\b(?:is|was|of|at)) ?- $`,
  ),
  'i',
);
const fell = String.raw`\b${any(
  String.raw`(?:decreas|declin|fall|contract|lower)\w{0,3}`,
  String.raw`(?:drop|reduc)\w{0,4}|shr[aiu]nk\w{0,3}`,
  'fell|down|slid|slipped|lost|plunged|tumbled',
)}`;
const rose = String.raw`\b${any(
  String.raw`(?:increas|ris|grow|climb|jump|expand|improv|widen)\w{0,3}`,
  'rose|grew|up|higher|added',
)}`;
const by = String.raw`(?: (?:by|of|was|is|further|year-over-year|another))*:?`;
const fallen = after(fell + by);
const changed = after(`(?:${fell}|${rose})${by}`);
const level = after(String.raw`\b(?:to|from)`);
const moved = after(
  String.raw`\b(?:decreased|declined|fell|dropped|is down|was down|increased|rose|grew)(?: (?:by|further))*`,
);
const compared = after(
  String.raw`\b(?:from|than|versus|vs\.?|compar(?:ed|ing) (?:to|with)|against|relative to)`,
);
const rejected = after(
  String.raw`\bnot|n't|\bnever|\brather than|\binstead of|\b(?:whether|if|assuming)\b[^,.;]{0,40}`,
);
const bound = after(
  String.raw`\b(?:(?:more|less|fewer) than|at least|at most|up to|over|under|above|below|exceed\w{0,3})|` +
    '(?<![-=])[<>≤≥]',
);
const parts =
  /\b(?:consisting of|including|of which|compris\w{0,3}|composed of|made up of|broken down)\b/i;

/** Labels that say both signs, such as `income (loss)`, say none; nor do losses that are the name of something else. */
const neutral = new RegExp(
  any(
    String.raw`\b(?:income|profit|gain|earnings)s?(?:\/| or | and )\(?loss(?:es)?\)?`,
    String.raw`\bloss (?:ratio|provision|reserve|allowance|rate|adjustment)`,
    String.raw`\b(?:provisions?|allowances?) for [a-z ]{0,30}loss(?:es)?`,
    String.raw`\b(?:credit|loan) loss(?:es)?|\bincome tax(?:es)?`,
  ),
  'gi',
);
/** Words in brackets are beside the point. */
const aside = /\([^()\d]{1,60}\)/g;
const nouns = new RegExp(
  String.raw`\b${any(
    '(?<neg>loss(?:es)?|outflows?|deficits?|shortfall|cash used|used (?:in|for|by)|activities used|used(?= ?$))',
    '(?<fall>decreases?|declines?|drop|reduction)(?: (?:in|of) (?:[a-z]+ ){0,3}[a-z]+)?',
    '(?<pos>revenues?|sales|income|profits?|gains?|inflows?|earned|assets|liabilities|costs?|expenses?|equity|' +
      'debt|dividends?|margin|backlog|provided by|increase|growth|rose|grew)',
  )}\b`,
  'gi',
);
const between = 'net|cash|operating|pre-?tax|of|in|total|annual|after-tax|sequential|yoy|or';
const follows = new RegExp(
  String.raw`^ ?[([]?(?:(?:${between}|year-over-year) ){0,3}${any(
    '(?<neg>loss(?:es)?|outflows?|deficit|negative|used)',
    '(?<fall>decreases?|declines?|drop|fall|reduction|contraction|lower)',
    '(?<pos>profit|gain|income|inflow)',
    '(?<rise>increase|growth|rise|higher)',
  )}\b`,
  'i',
);
const movement = new RegExp(
  `${rose}|${fell}|\\b(?:went|moved|improved|changed|swung|narrowed|widened)`,
  'i',
);

/** Whether words around an amount make it negative; `lead` begins with its sentence. */
export function isTurned(lead: string, tail: string): boolean {
  const said = lead.replace(neutral, '').replace(aside, ' ');
  const next = follows.exec(tail)?.groups;
  if (next?.['neg'] !== undefined || next?.['fall'] !== undefined) return true;
  if (next?.['pos'] !== undefined || next?.['rise'] !== undefined) return false;
  if (fallen.test(said.slice(-60))) return true;
  const named = [...said.matchAll(nouns)].at(-1)?.groups;
  return (
    named?.['neg'] !== undefined || (named?.['fall'] !== undefined && !level.test(said.slice(-40)))
  );
}

/** A minus sign or word right before an amount. */
export const isMinus = (lead: string): boolean => minus.test(lead.slice(-24));

export function roleOf(lead: string, tail: string): Role {
  const near = lead.slice(-48);
  if (rejected.test(near)) return 'rejected';
  if (bound.test(near) || /^ ?(?:\+|or (?:more|less|higher|so)\b)/.test(tail)) return 'bound';
  if (compared.test(near)) return 'compared';
  const next = follows.exec(tail)?.groups;
  const isChange = next?.['rise'] !== undefined || next?.['fall'] !== undefined;
  return isChange || changed.test(near) ? 'change' : 'value';
}

/** Whether a verb right before an amount says that something moved by it. */
export const isMoved = (lead: string): boolean => moved.test(lead.slice(-48));

/** Whether something is said to go from one value to another. */
export const isMovement = (lead: string): boolean => movement.test(lead.slice(-60));

/** Whether an amount is one of several that make up the one before. */
export const isPart = (lead: string): boolean => parts.test(lead);
