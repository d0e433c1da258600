export { peek, type PeekedMarket, type PeekOptions, type PeekRow } from './peek.js';
export { openPeekedMarkets, type PeekedMarkets } from './peeked-markets.js';
export { viewTools } from './view-tools.js';
