/** Files from outside: regular files only, and no more bytes of them than the reader allows. */

export { boundedBytes, boundedText } from './bounded-file.js';
export { requireBounded, resultBytesMax, writtenBytesMax } from './require-bounded.js';
export { openRegular, requireRegular } from './regular-file.js';
