/** The options that replace guesses about price files. */

import type { DeclaredTexts } from '#market-data';
import { type Options, textOf } from '../../program/option-value.js';

export function declaredTexts(options: Options): DeclaredTexts {
  return {
    symbol: textOf(options['symbol']),
    calendar: textOf(options['calendar']),
    dates: textOf(options['dates']),
    columns: textOf(options['columns']),
    timestampZone: textOf(options['timestampZone']),
    priceBasis: textOf(options['priceBasis']),
  };
}
