/** Sentences of a line of prose, in pieces that readers with patterns can take. */

const charsMax = 2000;
const sentenceEnd = /[.!?] (?=[A-Z*"“[])/g;

/**
 * The sentences of a line, a longer one in pieces of 2,000 characters. A sentence ends with its
 * mark and a space before what starts another, or with the line. What a line separator or paragraph
 * separator of Unicode cuts off is left out.
 */
export function sentencesIn(line: string): string[] {
  const parts = line.split(/[\u2028\u2029]/);
  return parts.flatMap((part, at) => piecesOf(part, at === parts.length - 1));
}

function piecesOf(text: string, isLast: boolean): string[] {
  const pieces: string[] = [];
  const marks = [...text.matchAll(sentenceEnd)].map(({ index }) => index);
  let next = 0;
  for (let at = 0; at < text.length;) {
    // A sentence has a character before its mark.
    while (next < marks.length && marks[next]! <= at) next++;
    const mark = marks[next] ?? Infinity;
    let end = at + charsMax;
    if (mark <= at + charsMax) end = mark + '. '.length;
    else if (text.length < end && !isLast) break;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}
