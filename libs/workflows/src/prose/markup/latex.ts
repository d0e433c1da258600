/**
 * LaTeX as plain text: commands are replaced by their signs, and the dollars around a formula are
 * taken off.
 */

/** Commands that are written as another sign. */
const signs: Readonly<Record<string, string>> = {
  times: '×',
  cdot: '×',
  div: '÷',
  approx: '≈',
  simeq: '≈',
  sim: '~',
  pm: '±',
  mp: '±',
  leq: '≤',
  le: '≤',
  geq: '≥',
  ge: '≥',
  neq: '≠',
  equiv: '=',
  quad: ' ',
  qquad: ' ',
  euro: '€',
  pounds: '£',
  textdollar: '\u0001',
  textpercent: '%',
  yen: '¥',
  to: ' to ',
  left: '',
  right: '',
  big: '',
  Big: '',
  displaystyle: '',
  textstyle: '',
  ldots: '…',
  dots: '…',
  implies: '=',
  Rightarrow: '=',
  rightarrow: ' to ',
  therefore: ' ',
};

/** Commands whose argument is shown as text. */
const shown = new Set([
  'text',
  'textbf',
  'textit',
  'textrm',
  'textsf',
  'texttt',
  'textnormal',
  'emph',
  'underline',
  'mathbf',
  'mathrm',
  'mathit',
  'mathsf',
  'mathtt',
  'mathnormal',
  'boldsymbol',
  'bm',
  'operatorname',
  'mbox',
  'hbox',
  'ensuremath',
  'underbrace',
  'overline',
  'small',
  'large',
]);
const fractions = new Set(['frac', 'dfrac', 'tfrac', 'cfrac']);

/** Stands for a dollar that is money, while formulas are read. */
const money = '\u0001';
const depthMax = 20;

/**
 * The group in braces that begins at `at`: its content, and the place behind it. A single sign is a
 * group too.
 */
function groupAt(text: string, at: number): { content: string; next: number } {
  if (text[at] !== '{') return { content: text[at] ?? '', next: at + 1 };
  let depth = 0;
  for (let end = at; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === '{') depth++;
    else if (text[end] === '}' && --depth === 0)
      return { content: text.slice(at + 1, end), next: end + 1 };
  }
  return { content: text.slice(at + 1), next: text.length };
}

/**
 * Replaces the commands of a text. A command that is not known stays, so that nobody takes it for
 * read.
 */
function withoutCommands(text: string, depth = 0): string {
  if (depth > depthMax) return text;
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf('\\', at);
    if (start < 0) return plain + text.slice(at);
    plain += text.slice(at, start);
    const read = commandAt(text, start, depth);
    plain += read.plain;
    at = read.next;
  }
  return plain;
}

interface Replaced {
  readonly plain: string;
  readonly next: number;
}

function commandAt(text: string, start: number, depth: number): Replaced {
  const name = nameAt(text, start + 1);
  const behind = start + 1 + name.length;
  if (name === '') return escapeAt(text, start);
  if (name === 'boxed' || name === 'fbox') return boxAt(text, behind, depth);
  if (fractions.has(name)) return fractionAt(text, behind, depth);
  if (shown.has(name)) {
    const { content, next } = groupAt(text, behind);
    const inner = withoutCommands(content, depth + 1);
    // `1.5\text{B}` has its scale beside it, and a word has a space before it.
    return { plain: inner.trim().length < 3 ? inner : ` ${inner.trim()} `, next };
  }
  // Rows of `aligned` and of tables are lines.
  if (name === 'begin' || name === 'end') return { plain: '\n', next: groupAt(text, behind).next };
  if (Object.hasOwn(signs, name)) return { plain: signs[name]!, next: behind };
  return { plain: `\\${name}`, next: behind };
}

function nameAt(text: string, at: number): string {
  let end = at;
  while (/[A-Za-z]/.test(text[end] ?? '')) end++;
  return text.slice(at, end);
}

/** `\ ` and `\,` are spaces, and an escaped sign is the sign. */
function escapeAt(text: string, start: number): Replaced {
  const sign = text[start + 1] ?? '';
  const next = start + 2;
  if (/[,;:!> ]/.test(sign)) return { plain: sign === '!' ? '' : ' ', next };
  if (/[()[\]]/.test(sign)) return { plain: ' ', next };
  return { plain: sign === '\\' ? '\n' : sign, next };
}

/** What is in a box is the answer. */
function boxAt(text: string, at: number, depth: number): Replaced {
  const { content, next } = groupAt(text, at);
  return { plain: ` Answer: ${withoutCommands(content, depth + 1).trim()} `, next };
}

/** Two numbers make a fraction, and anything else is a division. */
function fractionAt(text: string, at: number, depth: number): Replaced {
  const over = groupAt(text, at);
  const under = groupAt(text, over.next);
  const parts = [over, under].map(({ content }) =>
    withoutBraces(withoutCommands(content, depth + 1)).trim(),
  );
  const areNumbers = parts.every((part) => /^[\d,.]+$/.test(part));
  return { plain: parts.join(areNumbers ? '/' : ' / '), next: under.next };
}

const withoutBraces = (text: string): string => text.replaceAll('{', '').replaceAll('}', '');

/**
 * Takes off the dollars around formulas. As Pandoc has it: nothing opens a formula before a space,
 * and nothing closes one behind a space or before a digit. A letter or digit before a dollar makes
 * it a currency, as in `US$5` and `5B$`.
 */
function withoutFormulaDollars(text: string): string {
  let plain = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('$', at);
    if (open < 0) return plain + text.slice(at);
    plain += text.slice(at, open);
    const isDouble = text[open + 1] === '$';
    const close = isDouble ? text.indexOf('$$', open + 2) : closingDollar(text, open);
    const mark = isDouble ? 2 : 1;
    if (close < 0) {
      plain += text.slice(open, open + mark);
      at = open + mark;
    } else {
      plain += ` ${text.slice(open + mark, close)} `;
      at = close + mark;
    }
  }
}

/** The place of the dollar that closes a formula; -1 if the dollar opens none. */
function closingDollar(text: string, open: number): number {
  const before = text[open - 1] ?? ' ';
  if (/[\p{L}\d]/u.test(before) || /[\s$]/.test(text[open + 1] ?? ' ')) return -1;
  const close = text.indexOf('$', open + 1);
  const line = text.indexOf('\n', open + 1);
  if (close < 0 || (line >= 0 && line < close)) return -1;
  const isOpenEnd = /\s/.test(text[close - 1]!) || /[\d$]/.test(text[close + 1] ?? ' ');
  return isOpenEnd || isCurrencyPrefix(text, open, close) ? -1 : close;
}

/** `$5 and US$` ends in the letters of the next currency. */
const isCurrencyPrefix = (text: string, open: number, close: number): boolean =>
  /(?:^|[\s(])(?:US|U\.S\.|HK|NZ|NT|[CAS])$/.test(text.slice(open + 1, close).slice(-6));

/** The formula's braces are gone, as in `9{,}500`, and a dollar that is left is money. */
export const withoutLatex = (text: string): string => {
  if (!/[\\${}]/.test(text)) return text;
  const formulas = withoutFormulaDollars(text.replaceAll('\\$', money));
  return withoutBraces(withoutCommands(formulas)).replaceAll(money, '$');
};
