/** A unit (XBRL 2.1, 4.8): measures, or measures divided by measures. */

import { clark, xbrli, type QName } from '../names.js';
import { qnameAt } from '../xml/xml-events.js';
import {
  childrenNamed,
  childrenOf,
  misplaced,
  requireAttribute,
  textOf,
  type XmlNode,
} from '../xml/xml-tree.js';
import type { Unit } from './instance.js';

/** Throws `InvalidInput` where a measure has no meaning, or stands above and below the line (4.8.4). */
export function readUnit(node: XmlNode, file: string): Unit {
  const [divide] = childrenNamed(node, clark(xbrli, 'divide'));
  const side = (local: string): QName[] =>
    divide === undefined
      ? []
      : childrenNamed(divide, clark(xbrli, local)).flatMap((part) => measuresOf(part, file));
  const numerators = divide === undefined ? measuresOf(node, file) : side('unitNumerator');
  const denominators = side('unitDenominator');
  if (numerators.length === 0 || (divide !== undefined && denominators.length === 0)) {
    throw misplaced(node.element, file, 'measures, or measures divided by measures', 'none');
  }
  const both = numerators.find((measure) => denominators.includes(measure));
  if (both !== undefined) {
    throw misplaced(node.element, file, 'a unit in its simplest form', `${both} on both sides`);
  }
  const id = requireAttribute(node.element, 'id', file);
  return { id, numerators, denominators, line: node.element.line };
}

function measuresOf(node: XmlNode, file: string): QName[] {
  return childrenOf(node).map((child) => {
    if (child.element.name === clark(xbrli, 'measure')) {
      return qnameAt(child.element, textOf(child), file);
    }
    throw misplaced(child.element, file, 'a measure', child.element.name);
  });
}
