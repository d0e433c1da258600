/**
 * `tapefold research synth`: a data set of reports from a template writer whose logic
 * trees are known.
 */

import { stringify } from 'yaml';
import { datasetOf } from '#judging/written-scenario';
import { jsonLines } from '#contracts/parsing/json-lines';
import { shapeOf } from '#workflows/research/terms/logic-tree';
import { research } from '#workflows/research/research-workflow';
import { measuresOf } from '#workflows/research/text/report-measures';
import { treeText } from '#workflows/research/tree/found-tree';
import { treePair } from '#workflows/research/tree/template-writer';
import { researchTree, treeTask } from '#workflows/research/tree/tree-workflow';
import { type Options, textOf, wholeNumber } from '../program/option-value.js';
import { newDataset } from '../output/new-files.js';
import { print } from '../program/print.js';

const pairsMax = 10_000;

/**
 * Writes the folder whole, or not at all: a data set, and a scenario that runs on it. With
 * `--model`, the model writes the reports in that run, each from a given tree. `Conflict` if the
 * folder exists.
 */
export async function synthCommand(options: Options): Promise<void> {
  const count = wholeNumber(options['pairs'], '--pairs', 1, pairsMax);
  const seed = wholeNumber(options['seed'], '--seed', 0);
  const model = textOf(options['model']);
  const digits = String(count).length;
  const pairs = Array.from({ length: count }, (_, at) => {
    return { ...treePair(seed, at), id: `pair-${String(at + 1).padStart(digits, '0')}` };
  });
  const written = model === undefined ? pairs.map(writtenTask) : pairs.map(briefTask);
  const work =
    model === undefined
      ? {
          workflow: researchTree.name,
          terms: { of: 'template' },
          agents: [{ id: 'outline', kind: 'rule', rule: 'outline' }],
        }
      : { workflow: research.name, agents: [{ id: 'writer', kind: 'llm', model }] };
  const files = {
    'dataset.yaml': datasetOf({ endedAt: undefined, synthetic: true }, 'solutions.jsonl'),
    'tasks.jsonl': jsonLines(
      written.map(({ id, instruction, inputs }) => ({ id, instruction, inputs })),
    ),
    'solutions.jsonl': jsonLines(written.map(({ id, solution }) => ({ id, solution }))),
    'scenario.yaml': stringify({ name: 'trees', data: '.', ...work }),
  };
  const out = await newDataset(String(options['out']), Object.entries(files));
  const nodes = pairs.map(({ tree }) => shapeOf(tree).nodes);
  const range = `${Math.min(...nodes)} to ${Math.max(...nodes)} nodes`;
  const what = model === undefined ? 'reports with' : `reports for ${model} to write, with`;
  print(`${count} ${what} trees of ${range}, in ${out}`);
}

type Pair = ReturnType<typeof treePair> & { readonly id: string };

function writtenTask({ id, report, tree }: Pair) {
  const who = { agent: 'template', run: 'template', task: id, attempt: 0 };
  return treeTask(id, { ...who, report, words: measuresOf(report).words }, tree);
}

const brief =
  'Write a research report from the text outline. A line of it is a node: its id, its kind and ' +
  'its words. Each node stands below the one that it supports. State every node word for word, ' +
  'in the order of the outline: arguments as headings or sentences, evidence as sentences or ' +
  'items of lists. Connect them in your own words, but add no argument and no evidence.';

const briefTask = ({ id, tree }: Pair) => ({
  id,
  instruction: brief,
  inputs: { outline: treeText(tree) },
  solution: { tree },
});
