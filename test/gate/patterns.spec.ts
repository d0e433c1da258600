/** Patterns of published schemas stay within what JavaScript, Python and Rust read alike. */

import { expect, it } from 'vitest';
import { publishedPatterns } from './published-patterns.js';

it('uses what all dialects share: no classes by name, no looking around, no backward references', () => {
  expect(publishedPatterns.length).toBeGreaterThan(10);
  for (const pattern of publishedPatterns) expect(pattern).not.toMatch(/\\[dDwWsSbBpPuk1-9]|\(\?/);
});
