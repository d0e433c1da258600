/** Numbers in words before a scale or unit, in digits: `four point two billion` is `4.2 billion`. */

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen';
const units = small.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const digit = String.raw`(?:${units.slice(0, 10).join('|')})\b`;
const below = String.raw`(?:(?:${tens.join('|')})\b(?:[ -]${digit})?|(?:${units.join('|')})\b)`;
const phrase =
  String.raw`(?:a(?= hundred)|${below})(?:[ -]hundred\b(?:(?: and)?[ -]${below})?)?` +
  `(?:[ -]point(?:[ -]${digit}){1,4})?`;
const word = `(?:${below}|hundred)`;
const scale = String.raw`(?:thousand|million|billion|trillion|crore|lakh)s?\b`;
/** A bare thousand may be a figure of speech. */
const counted = String.raw`(?!thousand\b(?! (?:dollars|euros|shares)\b))${scale}(?! (?:and )?${word})`;
const unit = String.raw`[ -](?:${counted}|(?:percent|per cent|basis points?|cents?|dollars?|euros?)\b)`;
/** Not after these, where it is the rest of another number. */
const before = String.raw`${scale}|${word}|point|and a|(?:quarter|half|third|tens|one) (?:of|in)`;
const fragment = String.raw`(?<!\w|\w-|\b(?:${before}) (?:and )?)`;
const pattern = new RegExp(
  String.raw`${fragment}${phrase}(?=${unit}|(?: (?:to|or) |-)${phrase}${unit})`,
  'gi',
);

/** A text with the numbers that it spells; a larger one of several scales stays as it is. */
export const withDigits = (text: string): string =>
  text.replace(pattern, (found) => {
    const [whole = '', fraction] = found.toLowerCase().split(/[ -]point[ -]/);
    let value = 0;
    for (const name of whole.split(/ and |[ -]/)) {
      const ten = tens.indexOf(name);
      if (name === 'hundred') value = Math.max(value, 1) * 100;
      else if (name !== 'a') value += ten < 0 ? units.indexOf(name) : 10 * (ten + 2);
    }
    const digits = fraction?.split(/[ -]/).map((name) => units.indexOf(name));
    return digits === undefined ? String(value) : `${value}.${digits.join('')}`;
  });
