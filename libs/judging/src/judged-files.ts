/**
 * The scenario that `judge` wrote beside the result of a judging run, compared with the
 * one that was run.
 */

import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';
import { isFailure } from '#values';
import { parseYaml } from '#contracts/parsing/yaml-document';
import { scenarioSchemaOf, type Scenario } from '#contracts/scenario/scenario';
import { allWorkflows } from '#workflows';
import { markerText, resultFolder } from '#backtest/result/result-folder';
import { jsonDifference } from '#backtest/run-folder/json-difference';

/** What is wrong in a file, by its name. */
type FileDefect = readonly [string, string];

/** Checks the files that `judge` writes beside `data`; empty if they are as written. */
export function judgedFiles(path: string, scenario: Scenario): readonly FileDefect[] {
  const { marker } = resultFolder(path);
  const isMarked = isFile(marker) === true && readFileSync(marker, 'utf8') === markerText;
  const defect = scenarioDefect(join(path, 'scenario.yaml'), scenario);
  const found: FileDefect[] = defect === undefined ? [] : [['scenario.yaml', defect]];
  return isMarked ? found : [...found, [basename(marker), 'missing or altered']];
}

function scenarioDefect(file: string, scenario: Scenario): string | undefined {
  const isThere = isFile(file);
  if (isThere === undefined) return 'the file is missing';
  if (!isThere) return 'expected a file; found a folder';
  const text = readFileSync(file, 'utf8');
  try {
    const schema = (value: unknown) => scenarioSchemaOf(value, [...allWorkflows.values()]);
    const written = parseYaml(text, 'scenario.yaml', schema);
    const difference = jsonDifference(ran(scenario), ran(written));
    if (difference !== undefined) {
      const { path: member, expected, found } = difference;
      return `${member}: altered; expected ${expected}; found ${found}`;
    }
    return stringify(parse(text)) === text ? undefined : 'altered, though it says the same';
  } catch (error) {
    if (isFailure(error, 'InvalidInput')) return error.message;
    throw error;
  }
}

/** Undefined if there is nothing at the path. */
const isFile = (path: string): boolean | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isFile();

/** The data set may have moved. */
const ran = ({ data: _, ...scenario }: Scenario): object => scenario;
