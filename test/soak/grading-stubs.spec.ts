/**
 * Goal: two configurations of a scripted model write documents, on moves and on research, and two
 * judges grade them in both stages, in one process and over a cluster: the same journals, and
 * replays without the model. Reports on standard error what it took.
 */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { valuesOf } from '#contracts/result/figure-values.fixture';
import { outlineOf } from '#workflows/research/tree/outline';
import { treePair } from '#workflows/research/tree/template-writer';
import { judgeMoves } from '../e2e/moves-judge.fixture.js';
import type { MockRequest, MockResponse } from '../models/aimock.fixture.js';
import { runTapefold } from '../parity/commands.js';
import {
  corpusAnswer,
  corpusTask,
  deeds,
  type CorpusTask,
} from '../simulation/moves-corpus.fixture.js';
import {
  agentsOf,
  call,
  hashesOf,
  numberOf,
  registered,
  replayed,
  resultIn,
  stubSoak,
  taskOf,
  timed,
} from './stub-soak.fixture.js';

const example = 'examples/17-document-work';
const writers = ['alpha', 'beta'];
const judges = ['kind', 'strict'];
const corpus = new Map(
  Array.from({ length: 5 }, (_, at) => corpusTask(at)).map((one) => [one.id, one]),
);
const questions = 10;
const { folder, models, fileOf, startCluster, stopModel } = stubSoak('grading-stubs', answerTo);

const resultsIn = ({ messages }: MockRequest): string[] =>
  messages.flatMap(({ role, content }) => (role === 'tool' ? String(content) : []));

interface Judged {
  readonly claims?: readonly object[];
  readonly hits?: readonly object[];
}

function answerTo(request: MockRequest): MockResponse {
  if (writers.includes(request.model)) return written(request);
  const text = JSON.stringify(request.messages);
  return text.includes('logic tree of') || text.includes('one aspect of a research report')
    ? researchJudged(request)
    : movesJudged(request, text);
}

/**
 * Lists the files that are known, reads the first of them, and writes what follows from its
 * name and the task.
 */
function written(request: MockRequest): MockResponse {
  const [list, read] = resultsIn(request);
  if (list === undefined) return call('list_files', {});
  const { files } = JSON.parse(list) as { files: { path: string }[] };
  if (read === undefined) return call('read_file', { path: files[0]!.path });
  return call('submit_answer', { answer: documentOf(request.model, taskOf(request)) });
}

function documentOf(model: string, task: string): string {
  const seed = numberOf(model + task);
  const known = corpus.get(task);
  if (known !== undefined) {
    const deedOf = (theme: number, move: number) => deeds[(seed + theme + move) % deeds.length]!;
    return corpusAnswer(known, deedOf, seed % 2 === 0).text;
  }
  const gears = readFileSync(join(example, 'reports/gears.md'), 'utf8');
  if (task === 'gears') return model === 'alpha' ? gears : gears.split('On balance')[0]!;
  const chart = seed % 2 === 0 ? '\n```vega-lite\n{"mark": "bar"}\n```\n' : '';
  return treePair(seed, seed % 20).report + chart;
}

/** Compares texts; one of the two flags no claim, and the other overlooks a move of each answer. */
function movesJudged({ messages, model }: MockRequest, text: string): MockResponse {
  const said = judgeMoves({ messages, text });
  if (typeof said === 'string') return { content: said };
  const { answer } = said.with as { answer?: Judged };
  if (answer?.claims !== undefined && model === 'kind') {
    const claims = answer.claims.map((claim) => ({ ...claim, grounded: true }));
    return call(said.tool, { answer: { claims } });
  }
  if (answer?.hits === undefined || model === 'kind') return call(said.tool, said.with);
  return call(said.tool, { answer: { hits: answer.hits.slice(1) } });
}

/**
 * The outline for a tree, of which one of the two leaves out a child; scores follow from its
 * name and the task.
 */
function researchJudged(request: MockRequest): MockResponse {
  const [read] = resultsIn(request);
  const task = taskOf(request);
  const isSupport = taskOf(request).endsWith('argument-support');
  if (read === undefined) return call('read_input', { name: isSupport ? 'arguments' : 'report' });
  const { text } = JSON.parse(read) as { text: string };
  const number = numberOf(request.model + task);
  if (isSupport) {
    const given = (JSON.parse(text) as string[]).map((id, at) => [id, (number + at) % 3 > 0]);
    return call('submit_answer', { answer: { supported: Object.fromEntries(given) } });
  }
  if (!/^answer-[0-9]+$/.test(task)) {
    return call('submit_answer', { answer: { score: (number % 201) / 2 } });
  }
  const tree = outlineOf(text)!;
  const children = request.model === 'kind' ? tree.children : tree.children.slice(1);
  return call('submit_answer', { answer: { tree: { ...tree, children } } });
}

/** An environment in the Harbor task format. */
function writeEnvironment(home: string, { id, instruction, inputs, rubric }: CorpusTask): void {
  const themes = rubric.themes.map(({ title, moves }) => {
    return { theme: title, moves: Object.fromEntries(moves.map((move) => [move.id, move.text])) };
  });
  const documents = Object.entries(inputs).map(([name, text]) => [
    `environment/data/${name}`,
    text,
  ]);
  const files: Readonly<Record<string, string>> = {
    'task.toml': `version = "1.0"\n\n[metadata]\ncategory = "${rubric.category}"\n`,
    'instruction.md': instruction,
    'tests/rubric.json': JSON.stringify({ themes }),
    ...Object.fromEntries(documents),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, id, name)), { recursive: true });
    writeFileSync(join(home, id, name), text);
  }
}

/** Both data sets: the example's task with a corpus, and ten questions of seven kinds. */
async function writeData(): Promise<Readonly<Record<'moves' | 'research', string>>> {
  const [tasks, moves, research] = ['tasks', 'moves', 'research'].map((name) => join(folder, name));
  cpSync(join(example, 'tasks'), tasks!, { recursive: true });
  for (const task of corpus.values()) writeEnvironment(tasks!, task);
  await runTapefold(['moves', 'import', tasks!, '--out', moves!]);
  const drawn = ['research', 'questions', '--data', 'synthetic-market', '--count', '2'];
  await runTapefold([...drawn, '--out', research!]);
  const file = join(research!, 'tasks.jsonl');
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  // Both questions of the first three kinds, and one of each other.
  const chosen = lines.filter((_, at) => at < 6 || at % 2 === 0);
  expect(chosen).toHaveLength(questions);
  writeFileSync(file, `${chosen.join('\n')}\n`);
  return { moves: moves!, research: research! };
}

/** A finished result of one process, with its data set and who answered. */
interface Finished {
  readonly name: string;
  readonly out: string;
  readonly data: string;
  readonly agents: readonly string[];
}

/** Answers, and both stages of their grading. */
async function gradeAlone(workflow: 'moves' | 'research', data: string): Promise<Finished[]> {
  const out = join(folder, `${workflow}-alone`);
  const scenario = { name: workflow, data, workflow, agents: agentsOf(writers) };
  const words = ['run', fileOf(`${workflow}.json`, scenario), '--models', models, '--out', out];
  await timed(`${workflow} answered`, runTapefold(words));
  const judging = fileOf('judges.json', { agents: agentsOf(judges) });
  const judge = ['judge', out, '--with', judging, '--models', models];
  await timed(`${workflow} graded`, runTapefold(judge));
  const judged = `${out}-judged`;
  const first = { moves: 'moves-grounding', research: 'research-tree' }[workflow];
  const stages = { [first]: join(judged, 'stages', first), [`${workflow}-grading`]: judged };
  return [
    { name: workflow, out, data, agents: writers },
    ...Object.entries(stages).map(([name, stage]) => {
      return { name, out: stage, data: join(stage, 'data'), agents: judges };
    }),
  ];
}

it('gives the journals of one process over a cluster, and replays without the model', async () => {
  const data = await writeData();
  const all = [
    ...(await gradeAlone('moves', data.moves)),
    ...(await gradeAlone('research', data.research)),
  ];
  expect(all).toHaveLength(6);
  for (const { name, out } of all) {
    const { runs, scenario } = resultIn(out);
    expect(scenario.workflow).toBe(name);
    for (const { coverage, reasons } of runs) {
      expect(coverage.answered, `${name} ${JSON.stringify(reasons)}`).toBe(coverage.due);
    }
    if (!name.endsWith('-grading')) continue;
    expect(runs.map((run) => valuesOf(run)['graded'])).toEqual([1, 1]);
    // The two judges differ, or they would show less.
    expect(new Set(runs.map(({ figures }) => JSON.stringify(figures))).size).toBe(2);
  }

  const datasets = Object.fromEntries(all.map(({ name, data: own }) => [name, own]));
  const submit = await startCluster([...writers, ...judges], datasets);
  for (const { name, out, data: own, agents } of all) {
    const { terms } = resultIn(out).scenario;
    const scenario = { name, data: name, workflow: name, terms, agents: registered(agents) };
    const submitting = submit(`${name}-together`, scenario, own);
    await timed(`${name} over the cluster`, submitting);
    expect(hashesOf(await submitting), name).toEqual(hashesOf(resultIn(out)));
  }

  await stopModel();
  for (const { name, out, data: own } of all) {
    for (const result of [out, join(folder, `${name}-together`)]) {
      expect(hashesOf(await replayed(result, own)), name).toEqual(hashesOf(resultIn(out)));
    }
  }
});
