/** `tapefold xbrl check`: totals that differ from the sum of their parts, by Calculation 1.0 or 1.1. */

import * as xbrl from '#xbrl';
import { exitCodes } from '../exit-code.js';
import { readFiling, readNetworks, type Filing, type Place } from './filing.js';
import { tableOf } from './printing.js';

const allModes: readonly xbrl.CalculationMode[] = ['1.0', '1.1-round', '1.1-truncate'];
const columns = {
  ...{ concept: 64, period: 24, reported: 24, computed: 24, difference: 24 },
  ...{ line: 9, role: 64, dimensions: 64 },
};

/** Prints inconsistencies and what was checked; exit code 1 where there are any. */
export async function checkCommand(
  path: string,
  options: Readonly<Record<string, unknown>>,
): Promise<number> {
  const filing = await readFiling(path);
  const { networks } = readNetworks(filing);
  const facts = numericFacts(filing);
  const contexts = [...filing.instance.contexts.values()];
  const places = new Map(contexts.map((each) => [xbrl.contextKey(each), filing.placeOf(each)]));
  const modes = allModes.filter((mode) => ['all', mode].includes(String(options['mode'])));
  const reports = modes.map((mode) => {
    const checks = xbrl.checkCalculations(facts, networks, mode);
    const counts: Record<string, number> = { consistent: 0, inconsistent: 0 };
    for (const { outcome } of checks) {
      const { verdict } = outcome;
      const kind = 'reason' in outcome ? `${verdict} (${outcome.reason})` : verdict;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    const found = checks.flatMap((check) => inconsistency(check, places.get(check.contextKey)!));
    return { mode, checked: checks.length, counts, inconsistencies: found };
  });
  for (const { mode, checked, counts, inconsistencies } of reports) {
    if (options['json'] === true) continue;
    const rows = inconsistencies.map((row) => ({ ...row, role: row.role.replace(/^.*\//, '') }));
    if (rows.length > 0) process.stdout.write(`${tableOf(rows, columns)}\n`);
    const said = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
    process.stdout.write(`${mode}: ${checked} totals checked: ${said.join(', ')}\n`);
  }
  if (options['json'] === true) process.stdout.write(`${JSON.stringify(reports)}\n`);
  const isConsistent = reports.every(({ inconsistencies }) => inconsistencies.length === 0);
  return isConsistent ? exitCodes.ok : exitCodes.negative;
}

function numericFacts({ instance, nameOf }: Filing): xbrl.NumericFact[] {
  const contexts = new Map([...instance.contexts].map(([id, each]) => [id, xbrl.contextKey(each)]));
  const units = new Map([...instance.units].map(([id, each]) => [id, xbrl.unitKey(each)]));
  return instance.facts.flatMap((fact) => {
    const unitKey = fact.fraction === undefined && units.get(fact.unit ?? '');
    if (!unitKey) return [];
    const { line, tuples } = fact;
    const [value, decimals] = [xbrl.valueOf(fact), xbrl.decimalsOf(fact)];
    const contextKey = contexts.get(fact.context)!;
    return { concept: nameOf(fact.concept), contextKey, unitKey, value, decimals, line, tuples };
  });
}

/** Numbers as plain decimals; nothing for another outcome. */
function inconsistency({ outcome, ...check }: xbrl.CalculationCheck, place: Place) {
  if (outcome.verdict !== 'inconsistent') return [];
  const { reported, computed } = outcome;
  const { concept, role, line, missing, contributing } = check;
  const parts = contributing.map(({ weight, value, ...part }) => ({
    ...{ ...part, weight: weight.toFixed(), value: value.toFixed() },
  }));
  return {
    ...{ concept, role, ...place, reported: reported.toFixed(), computed: computed.toFixed() },
    ...{ difference: reported.minus(computed).toFixed(), line, parts, missing },
  };
}
