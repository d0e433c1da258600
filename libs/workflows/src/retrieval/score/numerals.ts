/** Numbers in words before a scale or unit, in digits: `four point two billion` is `4.2 billion`. */

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen';
const units = small.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const word = String.raw`(?:${[...units, ...tens, 'hundred'].join('|')})\b`;
const phrase = `${word}(?:(?: and |[ -])${word}){0,6}(?: point(?: ${word}){1,4})?`;
const scale = String.raw`(?:thousand|million|billion|trillion|crore|lakh)s?\b`;
/** A thousand alone may be a figure of speech. */
const counted = String.raw`(?!thousand\b(?! (?:dollars|euros|shares)\b))${scale}(?! (?:and )?${word})`;
const unit = String.raw`[ -](?:${counted}|(?:percent|per cent|basis points?|cents?|dollars?|euros?)\b)`;
const pattern = new RegExp(
  String.raw`(?<!\w|\w-|(?:${scale}|${word}) (?:and )?)${phrase}(?=${unit}|(?: (?:to|or) |-)${phrase}${unit})`,
  'gi',
);

/** A text with the numbers that it spells; a larger one of several scales stays as it is. */
export const withDigits = (text: string): string =>
  text.replace(pattern, (found) => {
    const [whole = '', fraction] = found.toLowerCase().split(' point ');
    let value = 0;
    for (const name of whole.split(/ and |[ -]/)) {
      const ten = tens.indexOf(name);
      if (name === 'hundred') value = Math.max(value, 1) * 100;
      else value += ten < 0 ? units.indexOf(name) : 10 * (ten + 2);
    }
    const digits = fraction?.split(' ').map((name) => units.indexOf(name));
    return digits === undefined ? String(value) : `${value}.${digits.join('')}`;
  });
