/** The column names that vendors use for a field in several languages, ignoring case and spaces. */

/** The clock time of a row whose date is in another column, under the key that readers use. */
export const clockColumn = '(time)';

/**
 * Names of each field as `plainName` writes them, the likeliest first; a field's own name
 * comes before them.
 */
const date = 'datum fecha tag jour dia tradedate dtyyyymmdd dateyyyymmdd 日期 交易日期 交易日 日付';
const instant =
  'timestamp datetime dateandtime windowstart opentime gmttime localtime indexlevel0 tsevent ' +
  'snappedat t';
const clock = 'time uhrzeit zeit heure hora 时间 時間';
const words: Readonly<Record<string, string>> = {
  symbol:
    'ticker instrument sym symbole simbolo kurzel kuerzel valor tscode 股票代码 证券代码 證券代號 s',
  date: `${date} ${instant} ${clock}`,
  timestamp: `${instant} date ${date} ${clock}`,
  time: clock,
  open:
    'eroffnung eroffn eroffnungskurs erster ouverture ouv premier apertura openprice opening ' +
    'pxopen 开盘 开盘价 開盤 開盤價 始値 o',
  high: 'hoch hochstkurs tageshoch haut plushaut maximo max alto highprice 最高 最高价 最高價 高値 pxhigh h',
  low: 'tief tiefstkurs tagestief bas plusbas minimo min bajo lowprice 最低 最低价 最低價 安値 pxlow l',
  close:
    'closelast last schluss schlusskurs zuletzt letzter cloture clot dernier cierre ' +
    'ultimo closeprice pxlast price kurs 收盘 收盘价 收盤 收盤價 終値 c',
  adj_close: 'adjustedclose adjclosed closeadj adjcloseprice bereinigterschluss cierreajustado',
  split_factor: 'splitcoefficient splitratio stocksplits splits split',
  dividend: 'dividendamount divcash dividends exdividend',
  volume:
    'vol stucke stuecke volumen tickvol volumeshares sharesvolume totalvolume pxvolume 成交量 成交股数 ' +
    '成交股數 出来高 v',
  vwap: 'vw weightedaverage volumeweightedaverageprice',
  price: 'preis kurs prix precio last p',
  size: 'qty quantity volume vol amount lastsize',
  id: 'tradeid',
  bid: 'bidprice geld bp',
  ask: 'askprice offer brief ap',
  bid_size: 'bidvolume bidqty bidvol bs',
  ask_size: 'askvolume askqty askvol as',
};

/**
 * A column name without case, accents, spaces and punctuation, in Latin or Chinese: `<Adj Close>`
 * is `adjclose`.
 */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9\p{Script=Han}]/gu, '');
}

/**
 * Whether a column is the index of a table of pandas, which it writes without a name and reads
 * as `Unnamed: 0`.
 */
const isUnnamed = (name: string | undefined): boolean => name === '' || name === 'Unnamed: 0';

/**
 * The header, with each column that stands for a field renamed to the name that `columns` uses. A
 * name from `columns`, or the field's own, takes precedence over all others. Renames nothing if the
 * file has no header.
 */
export function fieldNames(
  header: readonly string[],
  fields: readonly string[],
  columns: Readonly<Partial<Record<string, string>>> = {},
): string[] {
  const names = [...header];
  const plain = header.map(plainName);
  const nameOf = (field: string): string => columns[field] ?? field;
  // A `time` without a date column is the timestamp.
  const own = fields
    .filter((field) => field !== 'time' || columns['time'] !== undefined)
    .map(nameOf);
  const isFree = header.map((name) => !own.includes(name));
  const columnOf = (field: string): number => {
    const exact = header.indexOf(nameOf(field));
    const others = columns[field] === undefined ? (words[field] ?? '').split(' ') : [];
    const word = [plainName(nameOf(field)), ...others].find((one) =>
      plain.some((name, at) => name === one && isFree[at]),
    );
    const found = plain.findIndex((name, at) => name === word && isFree[at]);
    const isIndex = found < 0 && isUnnamed(header[0]) && ['date', 'timestamp'].includes(field);
    if (exact >= 0) return exact;
    if (isIndex) return 0;
    return found;
  };
  let stamp = '';
  for (const field of fields) {
    // A clock time counts if the other column is a date.
    if (field === 'time' && !columns['time'] && !` date ${date} `.includes(` ${stamp} `)) continue;
    const at = columnOf(field);
    if (at < 0) continue;
    isFree[at] = false;
    names[at] = field === 'time' ? clockColumn : nameOf(field);
    if (field === 'timestamp') stamp = plain[at] ?? '';
  }
  return names;
}
