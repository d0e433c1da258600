export { Clock, parseSpeed, type Speed, type WallClock } from './clock.js';
export { Merge } from './merge.js';
export { Tape, type TapeOptions, type FactStream } from './tape.js';
