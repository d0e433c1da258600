/** The faults of a served feed: a file, and single settings on the command line that go before it. */

import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { excerpt, invalidInput, unavailable } from '#values';
import { parseYaml } from '#contracts/yaml-document';
import { faultPlanSchema, type FaultPlan } from '#market-data/feeds/alpaca/server/fault-plan';

/**
 * `settings` are `drop=0.01`, `disconnect.everyMessages=500`: a path in the file and its value. `InvalidInput` names
 * the line of the file, or the setting.
 */
export function faultPlanOf(file: string | undefined, settings: readonly string[]): FaultPlan {
  const plan =
    file === undefined
      ? faultPlanSchema.parse({})
      : parseYaml(textOfFile(file), file, faultPlanSchema);
  if (settings.length === 0) return plan;
  const tree: Tree = file === undefined ? {} : ((parse(textOfFile(file)) as Tree | null) ?? {});
  for (const setting of settings) put(tree, setting);
  return parseYaml(stringify(tree), '--fault', faultPlanSchema);
}

type Tree = { [name: string]: unknown };

function put(tree: Tree, setting: string): void {
  const [, path, value] =
    /^([A-Za-z]{1,40}(?:[.][A-Za-z]{1,40})?)=([0-9.]{1,20})$/.exec(setting) ?? [];
  if (path === undefined) {
    throw invalidInput('not a fault', {
      where: '--fault',
      expected: 'name=number, such as drop=0.01 or disconnect.everyMessages=500',
      found: excerpt(setting),
    });
  }
  const [first = '', second] = path.split('.');
  const number = Number(value);
  if (second === undefined) tree[first] = number;
  else tree[first] = { ...(tree[first] as Tree | undefined), [second]: number };
}

const bytesMax = 1 << 20;

function textOfFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw unavailable('the file cannot be read', { where: path, cause });
  }
  if (text.length > bytesMax) throw invalidInput('the file is too long', { where: path });
  return text;
}
