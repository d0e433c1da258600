/** A defect of a readable instance, schema or linkbase, as data. */

import type { QName } from './names.js';

export interface Defect extends Fault {
  readonly file: string;
  readonly line: number;
  readonly element: QName;
}

export interface Fault {
  readonly expected: string;
  readonly found: string;
}

/** No fault where the condition holds, else one. */
export const faultUnless = (holds: boolean, expected: string, found: string): Fault[] =>
  holds ? [] : [{ expected, found }];
