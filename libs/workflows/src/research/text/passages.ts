/** Where words stand in a report: word for word, up to white space, Markdown marks and case. */

/** From a character of the report to the one behind its last. */
export interface Passage {
  readonly from: number;
  readonly to: number;
}

const lineMarks = /^[ \t]*(?:(?:>|#{1,6}|[-+*•]|\d{1,3}[.)])[ \t]+)*/;
/** Targets of links, marks within a line, and what parts words. */
const marks = /\]\([^()\s]{0,2000}\)|[*_`~[\]\\]|[\s|—]+/g;
const partsWords = /^[\s|—]/;

interface Folded {
  readonly text: string;
  /** For each of its code units, where it stands in the original. */
  readonly places: readonly number[];
}

function folded(text: string): Folded {
  const signs: string[] = [];
  const places: number[] = [];
  const add = (sign: string, at: number): void => {
    if (sign === ' ' && (signs.length === 0 || signs.at(-1) === ' ')) return;
    signs.push(sign);
    places.push(at);
  };
  let start = 0;
  for (const line of text.split('\n')) {
    const lead = lineMarks.exec(line)![0].length;
    let at = lead;
    // The end of the line parts words as well.
    const found = [...line.slice(lead).matchAll(marks), { 0: '\n', index: line.length - lead }];
    for (const { 0: mark, index } of found) {
      // By code unit: a letter may have two of them in lower case.
      for (; at < lead + index; at++) {
        for (const sign of line[at]!.toLowerCase()) add(sign, start + at);
      }
      if (partsWords.test(mark)) add(' ', start + at);
      at += mark.length;
    }
    start += line.length + 1;
  }
  return { text: signs.join(''), places };
}

/** The words of a text in lower case, a space between any two, without Markdown marks. */
export const plainWords = (text: string): string => folded(text).text.trim();

/** Whether a word ends before, or begins behind, this place: punctuation may stand between. */
function isApart(text: string, at: number, step: 1 | -1): boolean {
  let sign = text[at];
  for (let next = at; sign !== undefined && sign !== ' '; next += step, sign = text[next]) {
    // Written without spaces.
    if (/[\p{Script=Han}\u3000-\u30ff\uff00-\uffef]/u.test(sign)) return true;
    if (/[\p{L}\p{N}]/u.test(sign)) return false;
  }
  return true;
}

/** Finds words in a report: where they stand first, as whole words; null where they do not. */
export function passagesOf(report: string): (words: string) => Passage | null {
  const { text, places } = folded(report);
  return (words) => {
    const sought = plainWords(words);
    if (!/[\p{L}\p{N}]/u.test(sought)) return null;
    const isCjk = (sign: string | undefined) => /[\p{Script=Han}\u3040-\u30ff]/u.test(sign ?? '');
    const [first, last] = [isCjk(sought[0]), isCjk(sought.at(-1))];
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
      const end = at + sought.length;
      if (!(first || isApart(text, at - 1, -1)) || !(last || isApart(text, end, 1))) continue;
      return { from: places[at]!, to: places[end - 1]! + 1 };
    }
    return null;
  };
}
