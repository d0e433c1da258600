export {
  AsOfStore,
  type AsOfStoreOptions,
  type DocumentReader,
  type StoreReader,
} from './as-of-store.js';
export { Cursor } from './cursor.js';
export { viewAt, type TapePlace } from './view-at.js';
export type {
  Bar,
  BarRange,
  BarWindow,
  BollingerBands,
  Indicator,
  Macd,
  MarketView,
  Quote,
  Trade,
} from './market-view.js';
export type { IndicatorEntry, IndicatorOption } from './indicators/catalogue/entry.js';
export {
  indicatorCatalogue,
  type IndicatorName,
  type IndicatorValue,
} from './indicators/indicator-catalogue.js';
export type { WindowIndicator } from './indicators/window-indicator.js';
