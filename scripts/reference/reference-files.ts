/** The generated reference: its files and their contents, a function of the code. */

import { format, resolveConfig } from 'prettier';
import { eventCatalogue } from './event-catalogue.ts';
import { indicatorPage } from './indicator-page.ts';
import { journalSchema } from './journal-schema.ts';
import { messageSchemas } from './message-schemas.ts';
import { openApiFile } from './openapi-file.ts';
import { streamFiles } from './streams/stream-files.ts';
import { toolPage } from './tool-page.ts';

/**
 * Path below the root → content, formatted as the gate requires, unless `isFormatted`
 * rejects the path.
 */
export async function referenceFiles(
  isFormatted: (path: string) => boolean = () => true,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map([
    ['docs/reference/events.md', eventCatalogue()],
    ['docs/reference/indicators.md', indicatorPage()],
    ['docs/reference/tools.md', toolPage()],
    ...streamFiles(),
  ]);
  const schemas = new Map([...messageSchemas(), ['journal-event', journalSchema()]]);
  for (const [name, schema] of schemas) {
    files.set(`docs/reference/schemas/${name}.schema.json`, JSON.stringify(schema));
  }
  files.set('docs/reference/openapi.json', await openApiFile());
  const formatted = new Map<string, string>();
  for (const [path, content] of files) {
    const options = (await resolveConfig('package.json')) ?? {};
    const whole = isFormatted(path) ? format(content, { ...options, filepath: path }) : content;
    formatted.set(path, await whole);
  }
  return formatted;
}
