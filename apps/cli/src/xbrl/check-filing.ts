/**
 * `tapefold xbrl check`: totals that differ from the sum of their parts, by Calculation 1.0 or 1.1.
 */

import type { FactContext } from '#tools';
import * as xbrl from '#xbrl';
import { exitCodes } from '../program/exit-code.js';
import type { Options } from '../program/option-value.js';
import { networksOf, openFiling, type OpenFiling } from './filing.js';
import { tableOf } from '../program/text-table.js';
import { print } from '../program/print.js';

const allModes: readonly xbrl.CalculationMode[] = ['1.0', '1.1-round', '1.1-truncate'];
const columns = {
  concept: 64,
  period: 24,
  reported: 24,
  computed: 24,
  difference: 24,
  missing: 16,
  line: 9,
  role: 64,
  dimensions: 64,
};

/** Prints inconsistencies and what was checked; exit code 1 if there are any. */
export async function checkCommand(path: string, options: Options): Promise<number> {
  const open = await openFiling(path);
  const keys = keysOf(open.instance.contexts, xbrl.contextKey);
  const contexts = new Map([...keys].map(([id, key]) => [key, id]));
  const networks = networksOf(open);
  const facts = numericFacts(open, keys);
  const modes = allModes.filter((mode) => ['all', mode].includes(String(options['mode'])));
  const reports = modes.map((mode) => {
    const checks = xbrl.checkCalculations(facts, networks, mode);
    const counts: Record<string, number> = { consistent: 0, inconsistent: 0 };
    for (const { outcome } of checks) {
      const reason = 'reason' in outcome ? ` (${outcome.reason})` : '';
      const kind = `${outcome.verdict}${reason}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    const inconsistencies = checks.flatMap((check) => {
      const context = contexts.get(check.contextKey)!;
      return inconsistency(check, open.filing.contextOf({ context }));
    });
    return { mode, checked: checks.length, counts, inconsistencies };
  });
  for (const { mode, checked, counts, inconsistencies } of reports) {
    if (options['json'] === true) continue;
    const rows = inconsistencies.map(({ role, missing: { length }, parts, ...row }) => {
      const missing = length > 0 ? `${length} of ${length + parts.length}` : '';
      return { ...row, missing, role: role.replace(/^.*\//, '') };
    });
    if (rows.length > 0) print(tableOf(rows, columns));
    const counted = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
    print(`${mode}: ${checked} totals checked: ${counted.join(', ')}`);
  }
  if (options['json'] === true) print(JSON.stringify(reports));
  const isConsistent = reports.every(({ inconsistencies }) => inconsistencies.length === 0);
  return isConsistent ? exitCodes.ok : exitCodes.negative;
}

type Keys = ReadonlyMap<string, string>;

const keysOf = <T>(values: ReadonlyMap<string, T>, keyOf: (value: T) => string): Keys =>
  new Map([...values].map(([id, value]) => [id, keyOf(value)]));

function numericFacts({ filing, instance }: OpenFiling, keys: Keys): xbrl.NumericFact[] {
  const units = keysOf(instance.units, xbrl.unitKey);
  return instance.facts.flatMap((fact) => {
    const unitKey = fact.fraction === undefined && units.get(fact.unit ?? '');
    if (!unitKey) return [];
    const { line, tuples } = fact;
    const concept = filing.nameOf(fact.concept);
    const value = xbrl.valueOf(fact);
    const decimals = xbrl.decimalsOf(fact);
    const contextKey = keys.get(fact.context)!;
    return { concept, contextKey, unitKey, value, decimals, line, tuples };
  });
}

/** Numbers as plain decimals; empty for any other outcome. */
function inconsistency({ outcome, ...check }: xbrl.CalculationCheck, place: FactContext) {
  if (outcome.verdict !== 'inconsistent') return [];
  const { concept, role, line, missing, contributing } = check;
  const { period, dimensions } = place;
  const numbers = [outcome.reported, outcome.computed, outcome.reported.minus(outcome.computed)];
  const [reported, computed, difference] = numbers.map((number) => number.toFixed());
  const parts = contributing.map(({ weight, value, ...part }) => ({
    ...part,
    weight: weight.toFixed(),
    value: value.toFixed(),
  }));
  return {
    concept,
    role,
    period,
    dimensions,
    reported,
    computed,
    difference,
    line,
    parts,
    missing,
  };
}
