export { Clock, parseSpeed, type Speed, type WallClock } from './clock.js';
export { Merge } from './merge.js';
export { TapeHash } from './tape-hash.js';
export { Tape, type TapeOptions, type FactStream } from './tape.js';
