/** The scenario that `judge` wrote beside the result of a judging run, compared with the one that was run. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { isFailure } from '#values';
import { parseYaml } from '#contracts/parsing/yaml-document';
import { scenarioSchemaOf, type Scenario } from '#contracts/scenario/scenario';
import { allWorkflows } from '#workflows';
import { jsonDifference } from '../run-folder/json-difference.js';

/** `scenario.yaml` with what is wrong in it; empty if it is as written, or not there. */
export function judgedFiles(
  path: string,
  scenario: Scenario,
): readonly (readonly [string, string])[] {
  const name = 'scenario.yaml';
  const file = join(path, name);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  try {
    const schema = (value: unknown) => scenarioSchemaOf(value, [...allWorkflows.values()]);
    const written = parseYaml(text, name, schema);
    const difference = jsonDifference(ran(scenario), ran(written));
    if (difference !== undefined) {
      const { path: member, expected, found } = difference;
      return [[name, `${member}: altered; expected ${expected}; found ${found}`]];
    }
    if (stringify(parse(text)) !== text) return [[name, 'altered, though it says the same']];
    return [];
  } catch (error) {
    if (isFailure(error, 'InvalidInput')) return [[name, error.message]];
    throw error;
  }
}

/** The data set may have moved. */
const ran = ({ data: _, ...scenario }: Scenario): object => scenario;
