/** Descriptions of feeds for tests, read as from a file. */

import { parseYaml } from '#contracts/yaml-document';
import { feedDescriptionSchema, type FeedDescription } from './feed-description.js';

/** The connection as lines of YAML; the rest is the least that a description needs. */
export function describedFeed(
  connection: string,
  { symbols = 'AAA, BBB' }: { readonly symbols?: string } = {},
): FeedDescription {
  const text = `name: test
calendar: 24/7
currency: USD
symbols: [${symbols}]
feed:
${connection.replace(/^/gm, '  ')}
`;
  return parseYaml(text, 'feed.yaml', feedDescriptionSchema);
}

export const tradeMapping = `mappings:
  - kind: trade
    fields: {symbol: s, at: t, price: p, size: q, id: i}
`;
