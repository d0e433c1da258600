/** `feed.yaml` from its file: every error names file and line. */

import { readFileSync, statSync } from 'node:fs';
import { invalidInput, unavailable } from '#values';
import { valueAt } from '#contracts/value-at';
import { parseYaml } from '#contracts/yaml-document';
import { feedDescriptionSchema, type FeedDescription } from './feed-description.js';

const bytesMax = 1 << 22;

/** `InvalidInput` where there is no such file or where it is not a description; where secrets are is not looked at. */
export function readFeedDescription(path: string): FeedDescription {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) {
    const expected = 'a YAML file that describes a feed';
    throw invalidInput('there is no such file', { where: path, expected });
  }
  if (stat.size > bytesMax) throw invalidInput('the file is too long', { where: path });
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw unavailable('the file cannot be read', { where: path, cause });
  }
  return parseYaml(text, path, (value) => {
    requireNoScenario(value, path);
    return feedDescriptionSchema;
  });
}

/** A scenario stands beside its feed, and is easily given in its place. */
function requireNoScenario(value: unknown, where: string): void {
  if (valueAt(value, ['agents']) === undefined || valueAt(value, ['feed']) !== undefined) return;
  throw invalidInput('this is a scenario, which `tapefold live` runs', {
    where,
    expected: 'the description of a feed',
  });
}
