/** Which amounts of a text are its answer: those that it commits to. */

import type { Amount } from '../../figures/amounts.js';

const marker = new RegExp(
  String.raw`\b(?:final answer|answer|correct(?:ion|ed))\b["*]?(?: is\b| ?[:=])|` +
    String.raw`\b(?:so|therefore|thus|hence),? (?:the|its)\b[^.;\n\d]{0,60}\b(?:is|was|equals)\b`,
  'gi',
);
const refused = new RegExp(
  String.raw`\b(?:could ?n[o']t|can ?not|can't|unable to|(?:was|am|were) not able to|did not|didn't|failed to)\s` +
    String.raw`(?:[a-z]+ ){0,3}?(?:find|locate|verify|confirm|determine|access|retrieve|identify|provide|` +
    String.raw`answer|obtain|extract|say)\b|\b(?:recommend|suggest) (?:checking|consulting)\b`,
  'gi',
);
const nothing = new RegExp(
  String.raw`\b(?:not (?:publicly )?(?:available|disclosed|found|provided)|insufficient|unknown|not sure|n\/a|` +
    'no (?:data|information|results|figures?|values?|such)|' +
    String.raw`(?:do|does|did)(?:n't| not) (?:have|know|disclose|contain|include|specify))\b`,
  'i',
);
const contrast = new RegExp(
  String.raw`\b(?:but|however|though|although|while|nevertheless|still|yet|best estimate|answer|` +
    String.raw`according to|based on|therefore)\b`,
  'i',
);
const hedged = new RegExp(
  String.raw`\b(?:mention\w{0,3}|suggest\w{0,3}|might|may|should be|guess|possibly|probably|perhaps|likely|` +
    'unverified|some sources|snippets?|rumou?r|reference)',
  'i',
);

/** Those behind the last mark of an answer; without one, all, but those that a text names and will not vouch for. */
export function committed<T extends { readonly amount: Amount }>(
  text: string,
  readings: readonly T[],
  breaks: readonly number[],
): readonly T[] {
  const marked = [...text.matchAll(marker)].at(-1)?.index ?? -1;
  const answers = readings.filter(({ amount }) => amount.from > marked);
  const last = [...text.matchAll(refused)].at(-1)?.index;
  const isAnswered = answers.length > 0;
  if (last === undefined || (marked > last && isAnswered)) return isAnswered ? answers : readings;
  const starts = breaks.findLast((at) => at <= last) ?? 0;
  return (isAnswered ? answers : readings).filter(({ amount: { from } }) => {
    const between = text.slice(starts, from);
    return from > last && contrast.test(between) && !hedged.test(between);
  });
}

/** Whether a text says that it found nothing. */
export const saysNothing = (text: string): boolean =>
  text.search(refused) >= 0 || nothing.test(text);
