/** `get_calculation_network`: the concepts that a filing sums up to a concept, and the totals it is part of. */

import { z } from 'zod';
import type { Branch, CalculationNetwork } from '#xbrl';
import { tool } from '../tool/tool.js';
import { conceptField, withColon } from './concept-names.js';
import { filingPathField, withFiling } from './filing-packages.js';

const weighted = z.array(
  z.strictObject({ concept: z.string(), weight: z.number(), order: z.number() }),
);

/** The place of a concept in calculation networks. */
export const placeFields = {
  as_parent: z.array(z.strictObject({ role: z.string(), children: weighted })),
  as_child: z.array(z.strictObject({ role: z.string(), parent: z.string(), siblings: weighted })),
  is_isolated: z.boolean(),
  roles_scanned: z.int(),
};

export const getCalculationNetwork = tool({
  name: 'get_calculation_network',
  title: 'What a concept is made of',
  description:
    'The place of one concept in the calculation linkbase of the filing. as_parent: for each role in which it is a ' +
    'total, its children in order with their weights; the total should be the sum of weight × child. as_child: for ' +
    'each role and parent, all children of that parent, the concept itself among siblings. Roles come in the order ' +
    'of the linkbase; several can apply. is_isolated: it is neither total nor child. roles_scanned counts the roles ' +
    'of the linkbase.',
  input: z.strictObject({ filing_path: filingPathField, concept_id: conceptField }),
  output: z.strictObject(placeFields),
  call: ({ filing_path: path, concept_id: asked }, { view }) =>
    withFiling(view, path, (filing) => placeIn(filing.calculations(), withColon(asked))),
});

/** The place of a concept in calculation networks, as returned by `get_calculation_network`. */
export function placeIn(networks: readonly CalculationNetwork[], concept: string) {
  const asParent = networks.flatMap((network) => {
    const children = network.childrenOf(concept);
    return children.length === 0 ? [] : [{ role: network.role, children: children.map(rowOf) }];
  });
  const asChild = networks.flatMap((network) => {
    const parents = new Set(network.parentsOf(concept).map(({ parent }) => parent));
    return [...parents].map((parent) => {
      return { role: network.role, parent, siblings: network.childrenOf(parent).map(rowOf) };
    });
  });
  return {
    as_parent: asParent,
    as_child: asChild,
    is_isolated: asParent.length === 0 && asChild.length === 0,
    roles_scanned: new Set(networks.map(({ role }) => role)).size,
  };
}

const rowOf = ({ child, weight, order }: Branch) => ({
  concept: child,
  weight: weight?.toNumber() ?? 1,
  order: order.toNumber(),
});
