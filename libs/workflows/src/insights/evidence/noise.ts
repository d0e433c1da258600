/** Numbers of a report that are no amounts. */

/** `1. million` is no item of a list. */
const scaleBehind = String.raw`(?:hundred|thousand|million|billion|trillion|crore|lakh|[mb]n)s?\b`;
const places =
  'pages?|pp?\\.|notes?|items?|sections?|tables?|figures?|exhibits?|parts?|steps?|footnotes?|' +
  'rows?|lines?|column|chapter|rule|asc|ifrs|ias|asu|cik|id|ref|no\\.|number|form|s&p|nasdaq|' +
  'russell|fortune|top|version';
const spans = 'days?|weeks?|months?|years?|quarters?|hours?|minutes?|seconds?';
/** Numbers that are not amounts: references, list numbers, ids, times and names with a number. */
const noise = new RegExp(
  [
    String.raw`\b(?:${places}) ?[#:]? ?\d+(?:[.-]\w+)*`,
    String.raw`\[\d{1,3}\]|#\d+|(?<=\n|^) ?\(?\d{1,2}[.)] (?=[A-Za-z$€£¥₹*(])(?!${scaleBehind})`,
    String.raw`(?<![\w.,])\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\b|(?<![\d.,])0\d{4,}\b`,
    String.raw`(?<![\w.,])\d+(?:-\d+){2,}(?!\w)|\b\d{1,2}-[kq]\b`,
    String.raw`(?<![\w.,])\d{1,3}[- ](?:${spans})\b|\b\d{1,2}(?:st|nd|rd|th)\b`,
  ].join('|'),
  'gi',
);

/** The text with a dot over each of them, of the same length. */
export const withoutNoise = (text: string): string =>
  text.replace(noise, (found) => found.replace(/[^\n]/g, '\u00b7'));
