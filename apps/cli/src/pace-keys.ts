/** Keys for a paced tape on a terminal: space pauses and goes on, s steps. */

import type { Clock } from '#tape';

/** Reads single keys while the tape runs; does nothing where there is no terminal. */
export function watchKeys(clock: Clock): void {
  const { stdin } = process;
  if (!stdin.isTTY) return;
  let paused = false;
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.unref();
  stdin.on('data', (key) => {
    switch (String(key)) {
      case ' ':
        paused = !paused;
        if (paused) clock.pause();
        else clock.resume();
        break;
      case 's':
        clock.step();
        break;
      case '\u0003':
        stdin.setRawMode(false);
        process.kill(process.pid, 'SIGINT');
        break;
      default:
    }
  });
  process.stderr.write('space: pause or go on · s: step while paused · Ctrl-C: stop\n');
}
