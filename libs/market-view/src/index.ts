export {
  AsOfStore,
  type AsOfStoreOptions,
  type DocumentReader,
  type StoreReader,
} from './store/as-of-store.js';
export { Cursor } from './view/cursor.js';
export { viewAt, type TapePlace } from './view/view-at.js';
export type { Bar, BarRange, Indicator, Macd, MarketView } from './view/market-view.js';
export type { IndicatorEntry, IndicatorOption } from './indicators/catalogue/entry.js';
export { indicatorCatalogue, type IndicatorName } from './indicators/indicator-catalogue.js';
