/**
 * The generated files about topics: the page, the AsyncAPI document and the schema of each message.
 */

import { stringify } from 'yaml';
import { asyncapiDocument } from './asyncapi-document.ts';
import { streamPage } from './stream-page.ts';
import { schemaPath, streamSchemas } from './stream-schemas.ts';

/** Path below the root → content, before formatting. */
export function streamFiles(): Map<string, string> {
  const files = new Map([
    ['docs/reference/streams.md', streamPage()],
    [
      'docs/reference/asyncapi.yaml',
      stringify(asyncapiDocument(), { aliasDuplicateObjects: false }),
    ],
  ]);
  for (const { topic, type, schema } of streamSchemas()) {
    files.set(`docs/reference/schemas/${schemaPath(topic, type)}`, JSON.stringify(schema));
  }
  return files;
}
