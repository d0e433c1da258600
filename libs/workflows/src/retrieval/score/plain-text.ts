/** A response without its typography: one spelling of minus, spaces, quotes and digits, and no markup. */

/** Of the same length as the text, so that places stay where they are. */
export const plainText = (text: string): string =>
  text
    .slice(0, charsMax)
    .replace(/[\u2212\u2012\uff0d\ufe63]/g, '-')
    .replace(/[\u00a0\u2007\u2008\u2009\u200a\u202f]/g, groupSpace)
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[*_`~\\]/g, ' ')
    .replace(/\b\d{1,3}(?: \d{3}){2,}\b/g, (digits) => digits.replaceAll(' ', groupSpace));

/** Stands between groups of digits, and is a space everywhere else. */
export const groupSpace = '\u2009';
/** Far longer than an answer: what lies behind is not read. */
const charsMax = 200_000;
