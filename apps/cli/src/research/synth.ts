/** `tapefold research synth`: reports by a template writer whose logic trees are known, as a data set. */

import { stringify } from 'yaml';
import { datasetOf } from '#backtest/judge/written-scenario';
import { jsonLines } from '#contracts/json-lines';
import { shapeOf } from '#workflows/research/logic-tree';
import { measuresOf } from '#workflows/research/text/report-measures';
import { treePair } from '#workflows/research/tree/template-writer';
import { researchTree, treeTask } from '#workflows/research/tree/tree-workflow';
import { exitCodes } from '../exit-code.js';
import { wholeNumber } from '../option-value.js';
import { newDataset } from '../retrieval/files.js';

const pairsMax = 10_000;

/** Writes the folder whole, or not at all: a data set, and a scenario that runs on it. `Conflict` where it exists. */
export async function synthCommand(options: Record<string, unknown>): Promise<number> {
  const pairs = wholeNumber(options['pairs'], '--pairs', 1, pairsMax);
  const seed = wholeNumber(options['seed'], '--seed', 0);
  const digits = String(pairs).length;
  const made = Array.from({ length: pairs }, (_, at) => {
    const { report, tree } = treePair(seed, at);
    const id = `pair-${String(at + 1).padStart(digits, '0')}`;
    const who = { agent: 'template', run: 'template', task: id, attempt: 0 };
    const { words } = measuresOf(report);
    return { ...treeTask(id, { ...who, report, words }, tree), shape: shapeOf(tree) };
  });
  const tasks = made.map(({ id, instruction, inputs }) => ({ id, instruction, inputs }));
  const files = {
    'dataset.yaml': datasetOf({ endedAt: undefined, synthetic: true }, 'solutions.jsonl'),
    'tasks.jsonl': jsonLines(tasks),
    'solutions.jsonl': jsonLines(made.map(({ id, solution }) => ({ id, solution }))),
    'scenario.yaml': stringify({
      ...{ name: 'trees', data: '.', workflow: researchTree.name, terms: { of: 'template' } },
      agents: [{ id: 'outline', kind: 'rule', rule: 'outline' }],
    }),
  };
  const out = await newDataset(String(options['out']), Object.entries(files));
  const nodes = made.map(({ shape }) => shape.nodes);
  const range = `${Math.min(...nodes)} to ${Math.max(...nodes)} nodes`;
  process.stdout.write(`${pairs} reports with trees of ${range}, in ${out}\n`);
  return exitCodes.ok;
}
