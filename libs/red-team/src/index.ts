export { futureFacts, type FutureFacts } from './future-facts.js';
export { peek, type PeekedMarket, type PeekOptions, type PeekRow } from './peek.js';
