/** Arguments and members of results that the tools of pairs share. */

import { z } from 'zod';
import { symbolField } from '../market/fields.js';

export const pairFields = {
  left: symbolField.describe('First leg: long under LONG_SHORT.'),
  right: symbolField.describe('Second leg: short under LONG_SHORT.'),
};

export const pairActions = ['LONG_SHORT', 'SHORT_LONG', 'HOLD', 'CLOSE'] as const;

/** Prices of both legs by their symbols. */
export const pairPrices = z
  .record(z.string(), z.number())
  .describe('adj_close of both legs, by symbol.');
