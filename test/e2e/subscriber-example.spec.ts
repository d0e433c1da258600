/** The line of the example subscriber is drawn dot by dot as it should be. */

import { describe, expect, it } from 'vitest';
import { brailleLine } from '../../examples/05-subscriber/braille-line.js';

describe('a line of braille', () => {
  it.each<[string, number[], number, number, string[]]>([
    ['rises from the lower left to the upper right', [0, 1], 1, 1, ['⡸']],
    ['falls the other way', [1, 0], 1, 1, ['⢱']],
    ['is flat in the middle', [5, 5, 5, 5], 2, 1, ['⠤⠤']],
    ['goes over several lines', [0, 1, 2, 3, 4, 5, 6, 7], 4, 2, ['⠀⠀⡠⠊', '⡠⠊⠀⠀']],
    ['is as wide as it is asked to be', [1], 3, 1, ['⠄⠀⠀']],
    ['has no dots without values', [], 2, 1, ['⠀⠀']],
  ])('%s', (_, values, width, height, lines) => {
    expect(brailleLine(values, width, height)).toEqual(lines);
  });

  it('of more values than dots ends with the newest', () => {
    const values = Array.from({ length: 1001 }, (_, index) => (index === 1000 ? 9 : 0));
    const [top] = brailleLine(values, 20, 1);
    expect(top?.slice(0, 19)).toBe('⣀'.repeat(19));
    expect(top?.at(-1)).toBe('⡸');
  });
});
