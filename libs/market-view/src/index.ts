export { AsOfStore, type AsOfStoreOptions, type DocumentReader } from './as-of-store.js';
export { Cursor } from './cursor.js';
export type { Bar, BarWindow, BollingerBands, Indicator, Macd, MarketView } from './market-view.js';
