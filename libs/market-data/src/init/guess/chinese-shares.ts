/** Shares of Shanghai, Shenzhen and Beijing, by their codes. They share one calendar. */

/** `600519.SS` (Yahoo), `600519.SH` and `000001.SZ` (Tushare), `sh600519` (Sina). */
const code = /^(?:\d{6}\.(?:SZ|SS|SH|BJ)|(?:SH|SZ|BJ)\d{6})$/i;
/** Six digits alone are also codes of other markets, such as those of Korea. */
const bareCode = /^\d{6}$/;
/** Classes for foreigners, which are quoted in another currency. */
const inDollars = /^(?:SH)?900\d{3}/i;
const inHongKong = /^(?:SZ)?200\d{3}/i;

export const isChineseCode = (symbol: string): boolean => code.test(symbol);

/** The same for a table whose header is in Chinese, where six digits are enough. */
export const isChineseShare = (symbol: string, isChineseTable: boolean): boolean =>
  isChineseCode(symbol) || (isChineseTable && bareCode.test(symbol));

export function currencyOfCode(symbol: string): string {
  if (inDollars.test(symbol)) return 'USD';
  return inHongKong.test(symbol) ? 'HKD' : 'CNY';
}
