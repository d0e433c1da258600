/** Scales, currencies and numbers that are no amounts, for evidence links and imported tables. */

/** Entries such as `CAD c$ canadian`: what follows the first word means it. */
const meanings = (entries: string): ReadonlyMap<string, string> =>
  new Map(
    entries.split('|').flatMap((entry) => {
      const [meant = '', ...names] = entry.split(' ');
      return names.map((name) => [name, meant] as const);
    }),
  );

const codes =
  'USD|EUR|GBP|JPY|CAD|AUD|CHF|CNY|HKD|INR|KRW|BRL|MXN|SEK|NOK|DKK|NZD|SGD|ZAR|TWD|RUB|PLN|ILS|' +
  'THB|IDR|MYR|PHP|AED|SAR|CZK|HUF|CLP|RMB';
const words =
  '(?:(?:(?:us|u\\.s\\.|canadian|australian|hong kong|singapore|new zealand) )?dollars?|euros?|' +
  'pounds?(?: sterling)?|(?:japanese )?yen|(?:indian )?rupees?|yuan|renminbi|swiss francs?|' +
  '(?:brazilian )?reais|(?:swedish )?kronor)';
const currencyPattern =
  String.raw`(?:(?<!\w)(?:${codes})(?![a-z])|` +
  String.raw`(?<![A-Za-z])(?:(?:US|CA|AU|HK|NZ|NT|MX|[CARS])?\$|[€£¥₹₩]|\bRs\.?)|\b${words}\b)`;
const currencies = meanings(
  'USD us$ us u.s|CAD c$ ca$ canadian|AUD a$ au$ australian|HKD hk$ hong|SGD s$ singapore|' +
    'NZD nz$ new|TWD nt$|BRL r$ brazilian reai|MXN mx$|EUR € euro|GBP £ pound|' +
    'INR ₹ rs rupee indian|KRW ₩|CNY rmb yuan renminbi|CHF swiss|$ dollar|JPY yen japanese|' +
    'SEK kronor swedish',
);

/** The code of a currency as it is written; `$` and `¥` may mean several. */
function currencyOf(written: string): string {
  const word = written.split(' ')[0]!.toLowerCase().replace(/\.$/, '');
  return currencies.get(word) ?? currencies.get(word.replace(/s$/, '')) ?? word.toUpperCase();
}

export const scalePattern =
  String.raw`(?:(?:hundred|thousands?|millions?|billions?|trillions?|milliards?|crores?|lakhs?|lacs?|` +
  String.raw`mn|mm|mln|mio|bn|bln|mrd|tn|trn|cr)\b\.?|'?000s?\b)`;
const powers = meanings(
  '2 hundred|3 thousand k 000|5 lakh lac|6 million mn mm mln mio m|7 crore cr|' +
    '9 billion bn bln b mrd milliard|12 trillion tn trn t',
);

/** The power of ten of a scale as it is written. */
export const powerOf = (written = ''): number =>
  Number(powers.get(written.toLowerCase().replace(/^'|s?\.?$/g, '')) ?? 0);

const places =
  'pages?|pp?\\.|notes?|items?|sections?|tables?|figures?|exhibits?|parts?|steps?|footnotes?|' +
  'rows?|lines?|column|chapter|rule|asc|ifrs|ias|asu|cik|id|ref|no\\.|number|form|s&p|nasdaq|' +
  'russell|fortune|top|version';
const spans = 'days?|weeks?|months?|years?|quarters?|hours?|minutes?|seconds?';
/** Numbers that are not amounts: references, list numbers, ids, times and names with a number. */
const noise = new RegExp(
  [
    String.raw`\b(?:${places}) ?[#:]? ?\d+(?:[.-]\w+)*`,
    String.raw`\[\d{1,3}\]|#\d+|(?<=\n|^) ?\(?\d{1,2}[.)] (?=[A-Za-z$€£¥₹*(])(?!${scalePattern})`,
    String.raw`(?<![\w.,])\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?\b|(?<![\d.,])0\d{4,}\b`,
    String.raw`(?<![\w.,])\d+(?:-\d+){2,}(?!\w)|\b\d{1,2}-[kq]\b`,
    String.raw`(?<![\w.,])\d{1,3}[- ](?:${spans})\b|\b\d{1,2}(?:st|nd|rd|th)\b`,
  ].join('|'),
  'gi',
);
export const withoutNoise = (text: string): string =>
  text.replace(noise, (found) => found.replace(/[^\n]/g, '\u00b7'));

/** Currencies without an amount, in a text whose amounts are masked. */
export const currenciesIn = (text: string): { readonly at: number; readonly code: string }[] =>
  [...text.matchAll(new RegExp(currencyPattern, 'gi'))].map(({ 0: written, index: at }) => ({
    at,
    code: currencyOf(written),
  }));
