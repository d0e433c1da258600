/** Lines of an input, each a message. What is none is answered with its error: the transport would say nothing. */

import { Transform, type Writable } from 'node:stream';
import { errorText, messageDefect } from './message-defect.js';

/** A line that is longer is left to the transport, which gives up. */
const lineBytesMax = 10 * 1024 * 1024;

export function messageLines(output: Writable): Transform {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
        const line = rest.subarray(0, end + 1);
        rest = rest.subarray(end + 1);
        const text = line.toString('utf8').trim();
        const defect = text === '' ? undefined : messageDefect(text);
        if (defect === undefined) this.push(line);
        else output.write(`${errorText(defect)}\n`);
      }
      if (rest.length > lineBytesMax) {
        this.push(rest);
        rest = Buffer.alloc(0);
      }
      done();
    },
  });
}
