/** Reads `feed.yaml` from its file: every error names file and line. */

import { statSync } from 'node:fs';
import { invalidInput } from '#values';
import { valueAt } from '#contracts/parsing/value-at';
import { parseYaml } from '#contracts/parsing/yaml-document';
import { boundedText } from '#files';
import { feedDescriptionSchema, type FeedDescription } from './feed-description.js';

const bytesMax = 1 << 22;

/**
 * Throws `InvalidInput` if the file does not exist or is not a description; does not check
 * where secrets are.
 */
export function readFeedDescription(path: string): FeedDescription {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) {
    const expected = 'a YAML file that describes a feed';
    throw invalidInput('no such file', { where: path, expected });
  }
  return parseYaml(boundedText(path, path, bytesMax), path, (value) => {
    requireNoScenario(value, path);
    return feedDescriptionSchema;
  });
}

/** Refuses a scenario, which is usually stored in the same folder and easily confused with it. */
function requireNoScenario(value: unknown, where: string): void {
  if (valueAt(value, ['agents']) === undefined || valueAt(value, ['feed']) !== undefined) return;
  throw invalidInput('this is a scenario; run it with `tapefold live`', {
    where,
    expected: 'the description of a feed',
  });
}
