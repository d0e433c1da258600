/**
 * What arcs may lead from and to (XBRL 2.1, 3.5.3.9 and 5.2), against the schemas that
 * declare the concepts.
 */

import { faultUnless, type Defect, type Fault } from '../names/defect.js';
import { clark, link as linkNamespace } from '../names/names.js';
import { isNumeric, type SchemaSet } from '../schema/schema-set.js';
import type { SchemaElement } from '../schema/schema.js';
import type { Arc, End, Linkbase } from './linkbase.js';
import { arcroles } from './vocabulary.js';

const resources = new Map<string, string>([
  [arcroles.conceptLabel, clark(linkNamespace, 'label')],
  [arcroles.conceptReference, clark(linkNamespace, 'reference')],
]);

/**
 * Ends that are not concepts, unprohibited labels from elsewhere, sums of texts, weights against
 * the balances (5.1.1.2), and two arcs between the same labels of a link. Skips ends in schemas
 * outside the set, and arc roles that XBRL 2.1 does not define.
 */
export function checkArcs(linkbases: readonly Linkbase[], schemas: SchemaSet): Defect[] {
  return linkbases.flatMap(({ file, links }) =>
    links.flatMap(({ arcs, ends }) => {
      const pairs = new Set<string>();
      return arcs.flatMap((arc) => {
        const pair = JSON.stringify([arc.from, arc.to]);
        const first = !pairs.has(pair);
        pairs.add(pair);
        const faults = faultUnless(first, 'one arc between two labels of a link', 'another');
        for (const from of ends.get(arc.from) ?? []) {
          for (const to of ends.get(arc.to) ?? []) faults.push(...faultsOf(arc, from, to, schemas));
        }
        return faults.map((fault) => ({ file, line: arc.line, element: arc.element, ...fault }));
      });
    }),
  );
}

function faultsOf(arc: Arc, from: End, to: End, schemas: SchemaSet): Fault[] {
  if (!Object.values<string>(arcroles).includes(arc.arcrole)) return [];
  const faults = conceptFaults(from, schemas);
  const resource = resources.get(arc.arcrole);
  if (resource !== undefined) {
    // A locator leads to a label elsewhere, which can only be prohibited (5.2.2.3).
    const isElsewhere = arc.prohibited && schemas.elementById(to.href) === undefined;
    const isRight = to.resource === undefined ? isElsewhere : to.resource.element === resource;
    return [...faults, ...faultUnless(isRight, `${resource} in the same link`, to.href)];
  }
  faults.push(...conceptFaults(to, schemas));
  const [sum, item] = [from, to].map(({ href }) => schemas.elementById(href));
  if (arc.weight === undefined || sum === undefined || item === undefined) return faults;
  return [...faults, ...summationFaults(arc.weight.gt(0), sum, item, schemas)];
}

function conceptFaults({ href, resource }: End, schemas: SchemaSet): Fault[] {
  const element = schemas.elementById(href);
  const isConcept = element !== undefined && schemas.conceptKind(element.name) !== undefined;
  const isAtHand = schemas.has(href.slice(0, href.indexOf('#')));
  return faultUnless(isConcept || (resource === undefined && !isAtHand), 'a concept', href);
}

function summationFaults(
  adds: boolean,
  sum: SchemaElement,
  item: SchemaElement,
  schemas: SchemaSet,
): Fault[] {
  const texts = [sum, item].filter(({ name }) => !isNumeric(schemas.itemKind(name) ?? 'pure'));
  const balances = [sum.balance, item.balance];
  const isFree = balances.includes(undefined) || (sum.balance === item.balance) === adds;
  return [
    ...texts.map(({ name }) => ({ expected: 'a numeric item', found: name })),
    ...faultUnless(isFree, 'a weight with the sign of the balances', balances.join(' of ')),
  ];
}
