/** Markets of a data set for the peeker, each cut off at an instant. */

import { openMarket, type Market, type OpenMarketOptions, type When } from '#backtest';
import type { PeekedMarket } from './peek.js';

/** A market for each as-of, and the resources open for them. The caller closes it. */
interface PeekedMarkets {
  readonly markets: readonly PeekedMarket[];
  close(): Promise<void>;
}

/**
 * Reads a data set whole, up to each as-of, and to a microsecond before its last fact. Fails as
 * `openMarket` does.
 */
export async function openPeekedMarkets(
  data: string,
  asOfs: readonly When[],
  options: OpenMarketOptions = {},
): Promise<PeekedMarkets> {
  const open: Market[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map((market) => market.close()));
  };
  try {
    const whole = await openMarket(data, options);
    open.push(whole);
    const end = whole.at('end').view;
    const hidesFactors = whole.header.adjusted !== 'vendor';
    const markets: PeekedMarket[] = [];
    // What comes last, such as an evening filing, is unknown a microsecond earlier.
    for (const asOf of [...asOfs, { instant: whole.at('end').time - 1 }]) {
      const { view, time } = whole.at(asOf);
      const cut = await openMarket(data, { ...options, through: time });
      open.push(cut);
      markets.push({ time, view, cut: cut.at('end').view, end, hidesFactors });
    }
    return { markets, close };
  } catch (error) {
    await close();
    throw error;
  }
}
