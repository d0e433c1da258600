/** A report that was not drawn has an exit code of its own. */

import { expect, it } from 'vitest';
import { exitCodes, tellUndrawn } from './exit-code.js';

it('is that of a report that could not be drawn, and of nothing else', () => {
  expect(tellUndrawn(null)).toBe(exitCodes.ok);
  const code = tellUndrawn('an axis has finite ends');
  expect(Object.entries(exitCodes).filter(([, other]) => other === code)).toEqual([['undrawn', 6]]);
});
