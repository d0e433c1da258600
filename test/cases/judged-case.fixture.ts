/** Results of small inputs put before judges, stage by stage, as the commands do it. */

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { loadScenario, runScenario, type ScenarioOptions } from '#backtest';
import { gradingStages } from '#judging/grading-stages';
import { writeJudging } from '#judging/judging-data';
import type { Result } from '#contracts/result/result';
import { tapefold } from '../e2e/command-line.fixture.js';
import { caseFolder } from './case-run.fixture.js';

type Models = Pick<ScenarioOptions, 'openModels' | 'onPrint'>;

/** Runs a scenario of tasks; throws what the command would print. */
export async function runTasks(path: string, out: string, more: Models = {}): Promise<Result> {
  const options = { out, codeVersion: 'test', jobs: 1, fresh: true, ...more };
  const outcome = await runScenario(loadScenario(path), options);
  if (outcome.kind !== 'finished') throw new Error('interrupted');
  return outcome.result as Result;
}

interface Judges {
  readonly judges?: string;
  readonly rubrics?: string;
  readonly gold?: string;
  readonly models?: Models | undefined;
}

/** The judged result of the last stage; files are named from `folder`. */
export async function judged(
  folder: string,
  result: string,
  { judges = 'judges.yaml', rubrics, gold, models = {} }: Judges = {},
): Promise<Result> {
  const out = `${result}-judged`;
  const files = { result, out, judges: join(folder, judges), fresh: true };
  const stages = gradingStages(files);
  if (stages.length === 0) {
    const scenario = await writeJudging({
      ...files,
      rubrics: rubrics && join(folder, rubrics),
      gold: gold && join(folder, gold),
    });
    return runTasks(scenario, out, models);
  }
  const results: Result[] = [];
  for (const write of stages) {
    const stage = await write();
    results.push(await runTasks(stage.scenario, stage.out, models));
  }
  return results.at(-1)!;
}

/** The rows of a section of a result, by its title. */
export const rowsOf = ({ sections }: Result, title: string) =>
  sections.find((section) => section.title === title)?.table?.rows ?? [];

/** A case beside a copy of the example whose reports it judges, and the result of these. */
export async function reportsToJudge(name: string) {
  const folder = caseFolder(`2026-11/${name}`);
  cpSync(join(import.meta.dirname, '../../examples/15-judge-reports'), folder, {
    recursive: true,
    force: false,
  });
  const script = join(folder, 'reports.jsonl');
  await imported('import', 'herculean-reports', join(folder, 'results'), '--out', script);
  const result = join(folder, 'weekly');
  await runTasks(join(folder, 'weekly.yaml'), result);
  return { folder, result };
}

/** A case of document work with its tasks imported, run by its scripts. */
export async function documentsToJudge(name: string, scenario = 's.yaml') {
  const folder = caseFolder(`2026-11/${name}`);
  await imported('moves', 'import', join(folder, 'tasks'), '--out', join(folder, 'research'));
  const result = join(folder, 'out');
  return { folder, result, run: await runTasks(join(folder, scenario), result) };
}

async function imported(...words: string[]): Promise<void> {
  const { code, err } = await tapefold(...words);
  if (code !== 0) throw new Error(err);
}
