/** `list_indicators`: the available indicators, and the definition of each. */

import { z } from 'zod';
import { indicatorCatalogue } from '#market-view';
import { isGiven } from '../market/fields.js';
import { tool } from '../tool/tool.js';
import { closeIndicators } from './close-indicators.js';

const words = z.string();

export const listIndicators = tool({
  name: 'list_indicators',
  title: 'Indicators that can be computed',
  description:
    'The indicators that get_indicator_value computes: options with their defaults and bounds, units of the value, ' +
    'warm_up (bars until the first value), window (bars that the value is computed from), the source of the formula, ' +
    'and known defects. names keeps some of them; without it, all.',
  input: z.strictObject({
    names: z.array(z.string().min(1).max(40)).max(100).nullish().describe('Default: all.'),
  }),
  output: z.array(
    z.strictObject({
      name: words,
      description: words,
      options: z.record(
        words,
        z.strictObject({
          description: words,
          default: z.number(),
          min: z.number(),
          max: z.number(),
          integer: z.boolean(),
        }),
      ),
      output: z.union([words, z.record(words, words)]),
      warm_up: words,
      window: words,
      source: words,
      known_defects: z.array(words),
    }),
  ),
  call: ({ names }) =>
    [...closeIndicators, ...indicatorCatalogue]
      .filter(({ name }) => !isGiven(names) || names.includes(name))
      .map((entry) => ({
        name: entry.name,
        description: entry.doc,
        options: Object.fromEntries(
          Object.entries(entry.options).map(([name, { doc, ...bounds }]) => [
            name,
            { description: doc, ...bounds },
          ]),
        ),
        output: entry.output,
        warm_up: entry.warmUp,
        window: entry.window,
        source: entry.source,
        known_defects: [...entry.defects],
      })),
});
