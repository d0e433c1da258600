/**
 * `list_indicators`: the definition of each indicator; `get_indicator_value`: one of them, as
 * of the last bar.
 */

import { z } from 'zod';
import { indicatorCatalogue, type IndicatorName } from '#market-view';
import { completeOptions } from '#market-view/indicators/indicator-catalogue';
import { excerpt, invalidInput } from '#values';
import { lastRow } from '../market/daily-rows.js';
import { dateOrNull, dateText, isGiven, symbolField } from '../market/fields.js';
import { tool } from '../tool/tool.js';
import { type CloseIndicator, closeIndicators } from './close-indicators.js';

const words = z.string();

export const listIndicators = tool({
  name: 'list_indicators',
  title: 'Indicators that can be computed',
  description:
    'The indicators that get_indicator_value computes: options with their defaults and bounds, ' +
    'units of the value, warm_up (bars until the first value), window (bars that the value is ' +
    'computed from), the source of the formula, and known defects. names keeps some of them; ' +
    'without it, all.',
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

export const getIndicatorValue = tool({
  name: 'get_indicator_value',
  title: 'An indicator as of now',
  description:
    'One indicator of one symbol as of its last known bar, unrounded. list_indicators says which ' +
    'there are and what their options mean; options that are left out have their defaults, which ' +
    'the result repeats. value is a number, or an object of numbers where the indicator has ' +
    'several; null while there is none, and missing says why. It is computed on the price at ' +
    'which the run trades (adj_close where the data set trades on it, else close). date is the ' +
    'session of the last bar.',
  input: z.strictObject({
    symbol: symbolField,
    name: z.string().min(1).max(40).describe('As in list_indicators, for example atr.'),
    options: z.record(z.string(), z.number()).default({}).describe('For example {"period": 14}.'),
  }),
  output: z.strictObject({
    symbol: z.string(),
    name: z.string(),
    options: z.record(z.string(), z.number()),
    date: dateText.nullable(),
    value: z.union([z.number(), z.record(z.string(), z.number().nullable())]).nullable(),
    missing: z.string().nullable(),
  }),
  call: ({ symbol, name, options: asked }, { view }) => {
    const all = [...closeIndicators, ...indicatorCatalogue];
    const entry = all.find((one) => one.name === name);
    if (entry === undefined) {
      const expected = `one of ${all.map((one) => one.name).join(', ')}`;
      throw invalidInput('no such indicator', { where: 'name', expected, found: excerpt(name) });
    }
    const options = completeOptions(name, entry, asked);
    const date = dateOrNull(lastRow(view, symbol)?.date);
    const ofCloses = closeIndicators.find((one) => one.name === name);
    if (ofCloses === undefined) {
      const { value, missing } = view.indicator(name as IndicatorName, symbol, options);
      return { symbol, name, options, date, value, missing };
    }
    // Computed afresh instead of following the cursor: each would be kept for the whole run, for
    // any length requested.
    const running = ofCloses.start(options as Parameters<CloseIndicator['start']>[0]);
    const closes = view.closes(symbol, Infinity);
    for (const close of closes) running.next(close);
    const { value } = running;
    const few = `${ofCloses.warmUp} bars are needed, ${closes.length} are readable`;
    return { symbol, name, options, date, value, missing: value === null ? few : null };
  },
});
