/** Short texts in brackets, parentheses or backticks, in one pass over the text. */

import type { Span } from '../../judging/text/passages.js';

const enclosedMax = 300;

/** Texts of 1 to 300 characters on one line with their brackets, parentheses or backticks. */
export function enclosedIn(text: string): Span[] {
  const spans: Span[] = [];
  const ends = /[\])`】\n]/g;
  let end = -1;
  for (let from = 0; from < text.length; from++) {
    if (!'[(`【'.includes(text[from]!)) continue;
    if (end <= from) {
      ends.lastIndex = from + 1;
      end = ends.exec(text)?.index ?? text.length;
    }
    const length = end - from - 1;
    if (end === text.length || text[end] === '\n' || length < 1 || length > enclosedMax) continue;
    spans.push({ from, to: end + 1 });
    from = end;
  }
  return spans;
}
