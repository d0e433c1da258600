/**
 * Price files as vendors write them: what a row says of its bar, in the columns and spellings
 * of each vendor.
 */

/**
 * A row's time as the vendor has it: a date, a time in UTC, or a clock time
 * `2024-03-10 01:59:00` of some zone.
 */
export type Stamp =
  { readonly date: string } | { readonly instant: number } | { readonly clock: string };

export interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface Form {
  readonly header: string;
  readonly row: (stamp: string, prices: Prices, symbol: string) => string;
  readonly stamp: (stamp: Stamp) => string;
  /** What to declare, where the spelling may mean two things. */
  readonly dates?: string;
  readonly newestFirst?: boolean;
}

const comma = (stamp: string, { open, high, low, close }: Prices): string =>
  [stamp, open, high, low, close].join();
const plain = (header: string, stamp: Form['stamp']): Form => ({ header, stamp, row: comma });

const textOf = (stamp: Stamp): string => {
  if ('date' in stamp) return stamp.date;
  return 'clock' in stamp ? stamp.clock : new Date(stamp.instant).toISOString();
};
const dots = (date: string): string => date.replaceAll('-', '.');
const dayFirst = (date: string): string => date.split('-').toReversed().join('.');
const german = (price: number): string => price.toFixed(2).replace('.', ',');
const secondsOf = (stamp: Stamp): number => ('instant' in stamp ? stamp.instant / 1000 : NaN);

export const dateForms: Readonly<Record<string, Form>> = {
  yahoo: {
    header: 'Date,Open,High,Low,Close,Adj Close,Volume',
    stamp: textOf,
    row: (stamp, prices) => `${comma(stamp, prices)},${prices.close},1000`,
  },
  stooq: {
    header: '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
    stamp: (stamp) => textOf(stamp).replaceAll('-', ''),
    row: (stamp, { open, high, low, close }, symbol) =>
      [symbol, 'D', stamp, '000000', open, high, low, close, 1000, 0].join(),
  },
  investing: {
    header: '"Date","Price","Open","High","Low","Vol.","Change %"',
    dates: 'MM/DD/YYYY',
    newestFirst: true,
    stamp: (stamp) => {
      const [year, month, day] = textOf(stamp).split('-');
      return `${month}/${day}/${year}`;
    },
    row: (stamp, { open, high, low, close }) =>
      [stamp, close, open, high, low, '1.50M', '0.10%'].map((field) => `"${field}"`).join(),
  },
  german: {
    header: 'Datum;Erster;Hoch;Tief;Schlusskurs',
    dates: 'DD.MM.YYYY',
    stamp: (stamp) => dayFirst(textOf(stamp)),
    row: (stamp, { open, high, low, close }) =>
      [stamp, ...[open, high, low, close].map(german)].join(';'),
  },
  metaTrader: {
    header: '<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>',
    stamp: (stamp) => dots(textOf(stamp)),
    row: (stamp, { open, high, low, close }) => [stamp, open, high, low, close, 9].join('\t'),
  },
};

const offsetClock = (stamp: Stamp, hours: number): string => {
  const at = 'instant' in stamp ? stamp.instant : NaN;
  const clock = new Date(at + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  return `${clock}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
};

export const instantForms: Readonly<Record<string, Form>> = {
  iso: plain('timestamp,open,high,low,close', textOf),
  alpaca: plain('timestamp,open,high,low,close', (stamp) => offsetClock(stamp, 0)),
  tokyo: plain('Datetime,Open,High,Low,Close', (stamp) => offsetClock(stamp, 9)),
  chicago: plain('Datetime,Open,High,Low,Close', (stamp) => offsetClock(stamp, -6)),
  tradingView: plain('time,open,high,low,close', (stamp) => String(secondsOf(stamp))),
  binance: {
    header: '',
    stamp: (stamp) => String(secondsOf(stamp) * 1000),
    row: (stamp, prices) => `${comma(stamp, prices)},12.5,${Number(stamp) + 59_999},0,9,0,0,0`,
  },
  kraken: {
    header: '',
    stamp: (stamp) => String(secondsOf(stamp)),
    row: (stamp, prices) => `${comma(stamp, prices)},12.5,9`,
  },
};

export const clockForms: Readonly<Record<string, Form>> = {
  pandas: plain('datetime,open,high,low,close', textOf),
  metaTrader: {
    header: '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>',
    stamp: (stamp) => dots(textOf(stamp)).replace(' ', '\t'),
    row: (stamp, { open, high, low, close }) => [stamp, open, high, low, close].join('\t'),
  },
  histData: {
    header: '',
    stamp: (stamp) => textOf(stamp).replaceAll(/[-:]/g, ''),
    row: (stamp, { open, high, low, close }) => [stamp, open, high, low, close, 0].join(';'),
  },
  dukascopy: {
    header: 'Local time,Open,High,Low,Close,Volume',
    dates: 'DD.MM.YYYY',
    stamp: (stamp) => {
      const [date = '', time = ''] = textOf(stamp).split(' ');
      return `${dayFirst(date)} ${time}.000`;
    },
    row: (stamp, prices) => `${comma(stamp, prices)},1.25`,
  },
};

/** The text of a file. */
export function fileText(
  form: Form,
  symbol: string,
  rows: readonly (Prices & { readonly stamp: Stamp })[],
): string {
  const lines = rows.map(({ stamp, ...prices }) => form.row(form.stamp(stamp), prices, symbol));
  if (form.newestFirst === true) lines.reverse();
  return `${[...(form.header === '' ? [] : [form.header]), ...lines].join('\n')}\n`;
}
