/** The built command that serves the tools of a set, as a client starts it. */

import { resolve } from 'node:path';
import { asOf, dataset, type SetName } from './every-call.fixture.js';

export const stdioCommand = (name: SetName): [string, ...string[]] => [
  process.execPath,
  resolve('dist/program/tapefold.js'),
  'mcp',
  name,
  '--data',
  dataset,
  '--as-of',
  asOf,
];
