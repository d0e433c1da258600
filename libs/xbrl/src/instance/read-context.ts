/** A context (XBRL 2.1, 4.7): entity, period, and the qualifiers of its segment and scenario. */

import { clark, namespaceOf, xbrldi, xbrli } from '../names/names.js';
import { qnameAt } from '../xml/xml-events.js';
import {
  childrenNamed,
  childrenOf,
  misplaced,
  requireAttribute,
  textOf,
  type XmlNode,
} from '../xml/xml-tree.js';
import { contentOf, wholeText } from './content.js';
import type { Context, Period, Qualifier } from './instance.js';
import { periodFault, writtenPeriod } from './period.js';

const explicitMember = clark(xbrldi, 'explicitMember');
const typedMember = clark(xbrldi, 'typedMember');

/** Throws `InvalidInput` with file and line where a part is missing, doubled or no date. */
export function readContext(node: XmlNode, file: string): Context {
  const entity = only(node, 'entity', file);
  const identifier = only(entity, 'identifier', file);
  const segment = childrenNamed(entity, clark(xbrli, 'segment'));
  const scenario = childrenNamed(node, clark(xbrli, 'scenario'));
  if (segment.length > 1 || scenario.length > 1) {
    throw misplaced(node.element, file, 'at most one segment and one scenario', 'two');
  }
  return {
    id: requireAttribute(node.element, 'id', file),
    entity: {
      scheme: requireAttribute(identifier.element, 'scheme', file),
      identifier: textOf(identifier),
    },
    period: periodOf(only(node, 'period', file), file),
    segment: segment.flatMap((part) => qualifiersOf(part, file)),
    scenario: scenario.flatMap((part) => qualifiersOf(part, file)),
    line: node.element.line,
  };
}

function only(node: XmlNode, local: string, file: string): XmlNode {
  const found = childrenNamed(node, clark(xbrli, local));
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw misplaced(node.element, file, `one ${local}`, `${found.length}`);
}

function periodOf(node: XmlNode, file: string): Period {
  const period = writtenIn(node);
  const expected =
    period === undefined
      ? 'an instant, a startDate with an endDate, or forever'
      : periodFault(period);
  if (period !== undefined && expected === undefined) return period;
  const found = period === undefined ? 'something else' : writtenPeriod(period).slice(0, 80);
  throw misplaced(node.element, file, expected ?? 'a period', JSON.stringify(found));
}

function writtenIn(node: XmlNode): Period | undefined {
  const [first, second, third] = childrenOf(node);
  if (first === undefined || third !== undefined) return undefined;
  if (second === undefined) {
    if (first.element.name === clark(xbrli, 'forever')) return { kind: 'forever' };
    if (first.element.name !== clark(xbrli, 'instant')) return undefined;
    return { kind: 'instant', instant: textOf(first) };
  }
  const names = [first.element.name, second.element.name].join(' ');
  if (names !== `${clark(xbrli, 'startDate')} ${clark(xbrli, 'endDate')}`) return undefined;
  return { kind: 'duration', start: textOf(first), end: textOf(second) };
}

/** XBRL's own elements do not qualify a context (4.7.3.2 and 4.7.4). */
function qualifiersOf(container: XmlNode, file: string): Qualifier[] {
  return childrenOf(container).map((node) => {
    const { element } = node;
    if (element.name === explicitMember) {
      const dimension = dimensionOf(node, file);
      return { kind: 'explicit', dimension, member: qnameAt(element, textOf(node), file) };
    }
    if (element.name === typedMember) {
      const [member, more] = childrenOf(node);
      if (member === undefined || more !== undefined) {
        throw misplaced(element, file, 'one element in it', member === undefined ? 'none' : 'more');
      }
      const content = contentOf(member);
      return {
        kind: 'typed',
        dimension: dimensionOf(node, file),
        text: wholeText(member),
        content,
      };
    }
    if (namespaceOf(element.name) === xbrli) {
      throw misplaced(element, file, 'elements of other namespaces than XBRL', element.name);
    }
    return { kind: 'other', content: contentOf(node) };
  });
}

function dimensionOf({ element }: XmlNode, file: string): string {
  return qnameAt(element, requireAttribute(element, 'dimension', file), file);
}
