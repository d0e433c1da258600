/**
 * Facts, contexts and units against the schemas that declare the concepts (XBRL 2.1, 4.6 to 4.8).
 */

import { faultUnless, type Defect, type Fault } from '../names/defect.js';
import { clark, iso4217, localOf, namespaceOf, xbrli } from '../names/names.js';
import { isNumeric, type ItemKind, type SchemaSet } from './schema-set.js';
import type { Content } from '../instance/content.js';
import type { Context, Fact, Instance, Unit } from '../instance/instance.js';

const pure = clark(xbrli, 'pure');
const shares = clark(xbrli, 'shares');

/**
 * Period types, units by item type, decimals and precision of facts, then what qualifies contexts,
 * then measures of units. Facts whose concepts or types are not in the set are not checked.
 */
export function checkFacts(instance: Instance, schemas: SchemaSet): Defect[] {
  const { file, facts, contexts, units } = instance;
  const at = (element: string, line: number, faults: readonly Fault[]): Defect[] =>
    faults.map((fault) => ({ file, line, element, ...fault }));
  return [
    ...facts.flatMap((fact) => at(fact.concept, fact.line, faultsOf(fact, instance, schemas))),
    ...[...contexts.values()].flatMap((context) =>
      at(clark(xbrli, 'context'), context.line, qualifierFaults(context, schemas)),
    ),
    ...[...units.values()].flatMap((unit) =>
      at(clark(xbrli, 'unit'), unit.line, measureFaults(unit)),
    ),
  ];
}

function faultsOf(fact: Fact, { contexts, units }: Instance, schemas: SchemaSet): Fault[] {
  const type = schemas.element(fact.concept)?.periodType;
  const period = contexts.get(fact.context)?.period.kind;
  const isRight = type === undefined || (type === 'instant') === (period === 'instant');
  const faults = faultUnless(isRight, `a context of period type ${type}`, `${period}`);
  const kind = schemas.itemKind(fact.concept);
  if (kind === undefined) return faults;
  const unit = units.get(fact.unit ?? '');
  return [...faults, ...unitFaults(kind, unit), ...accuracyFaults(fact, isNumeric(kind))];
}

/**
 * Money is in one currency, shares are in shares, every other number has a unit, texts
 * have none (4.8.2).
 */
function unitFaults(kind: ItemKind, unit: Unit | undefined): Fault[] {
  if (kind === 'text') return faultUnless(unit === undefined, 'a text without a unit', 'a unit');
  const { numerators = [], denominators = [] } = unit ?? {};
  const [measure = 'none', ...others] = [...numerators, ...denominators];
  const isSingle = others.length === 0 || (kind !== 'monetary' && kind !== 'shares');
  return faultUnless(
    unit !== undefined && mayMeasure(kind, measure) && isSingle,
    expectedUnit(kind),
    isSingle ? measure : [measure, ...others].join(' with '),
  );
}

/** Whether a number of this kind may be in this measure. */
function mayMeasure(kind: ItemKind, measure: string): boolean {
  if (kind === 'shares') return measure === shares;
  if (kind !== 'monetary') return true;
  return namespaceOf(measure) === iso4217 && /^[A-Z]{3}$/.test(localOf(measure));
}

function expectedUnit(kind: ItemKind): string {
  if (kind === 'monetary') return 'a currency of ISO 4217 as unit';
  return kind === 'shares' ? shares : 'a unit';
}

/** A number has either decimals or precision; nil, fractions and texts have neither (4.6.3). */
function accuracyFaults({ decimals, precision, nil }: Fact, isNumber: boolean): Fault[] {
  const expected = isNumber && !nil ? 1 : 0;
  const written = [decimals, precision].filter((each) => each !== undefined).length;
  const words = ['none', 'one', 'two'].map((count) => `${count} of decimals and precision`);
  return faultUnless(written === expected, `${words[expected]}`, `${words[written]}`);
}

/**
 * A segment or scenario contains no concept and no XBRL element, at any depth (4.7.3.2 and 4.7.4).
 */
function qualifierFaults({ segment, scenario }: Context, schemas: SchemaSet): Fault[] {
  const namesIn = ([name, , children]: Content): string[] => [
    name,
    ...children.flatMap((child) => (typeof child === 'string' ? [] : namesIn(child))),
  ];
  return [...segment, ...scenario]
    .flatMap((qualifier) => (qualifier.kind === 'explicit' ? [] : namesIn(qualifier.content)))
    .filter((name) => namespaceOf(name) === xbrli || schemas.conceptKind(name) !== undefined)
    .map((found) => ({ expected: 'elements that are neither concepts nor of XBRL', found }));
}

/** XBRL has two measures of its own (4.8.2). */
const measureFaults = ({ numerators, denominators }: Unit): Fault[] =>
  [...numerators, ...denominators]
    .filter((of) => namespaceOf(of) === xbrli && of !== pure && of !== shares)
    .map((found) => ({ expected: `${pure} or ${shares}`, found }));
