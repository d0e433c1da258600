/**
 * Figures of a run as plain values, and the reasons of those without one, for tests that compare
 * them.
 */

import type { Figures, MetricName } from './figures.js';

type Values = Readonly<Record<MetricName, number | null>> & Readonly<Record<string, number | null>>;

interface WithFigures {
  readonly figures: Figures;
}

/** By name; without members for no run. */
export const valuesOf = (run: WithFigures | undefined): Values =>
  Object.fromEntries(
    Object.entries(run?.figures ?? {}).map(([name, { value }]) => [name, value]),
  ) as Values;

/** Why figures are null, by name. */
export const reasonsOf = (run: WithFigures | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(run?.figures ?? {}).flatMap(([name, figure]) =>
      figure.value === null ? [[name, figure.reason]] : [],
    ),
  );

/** Figures with these values; null ones have the reason of their name. */
export const figuresWith = (
  values: Readonly<Record<string, number | null>>,
  reasons: Readonly<Record<string, string>> = {},
): Figures =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === null ? { value, reason: reasons[name] ?? 'no reason was recorded' } : { value },
    ]),
  );
