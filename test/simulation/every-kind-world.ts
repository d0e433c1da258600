/**
 * Six letters as tasks of a workflow that the product does not know, and agents of every kind that
 * find the vowels.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DecisionDue } from '#agents';
import { testKey } from '#llm/provider/gateway.fixture';
import { modelsFileSchema } from '#llm/provider/models-file';
import { modelsOf, type Models } from '#llm/provider/models';
import { withTools } from '../e2e/mcp-decisions.fixture.js';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A workflow, what is answered of a vowel and of another letter, and the solutions of both. */
export interface Work {
  readonly workflow: string;
  readonly terms: object;
  readonly answers: readonly [vowel: string, other: string];
  readonly solutions: readonly [vowel: unknown, other: unknown];
}
/** One that only tests know. */
export const yesOrNo: Work = {
  workflow: 'yes-no',
  terms: { language: 'en' },
  answers: ['yes', 'no'],
  solutions: ['yes', 'no'],
};
/** Work of the product itself. */
export const dollars: Work = {
  workflow: 'retrieval',
  terms: { arm: 'none' },
  answers: ['It was $1.', 'It was $2.'],
  solutions: [1, 2].map((value) => ({ value, unit: 'USD' })) as [unknown, unknown],
};

const of = <T>(id: string, [vowel, other]: readonly [T, T]): T =>
  'aeiou'.includes(id) ? vowel : other;

/** Listens on a free port of 127.0.0.1. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: (): void => void server.close() };
}

/** A model that reads the letter of its task through a tool, and submits. */
const modelOf =
  ({ answers }: Work): RequestListener =>
  (request, response) => {
    void text(request).then((body) => {
      const id = /Is ([a-f]) a vowel/.exec(body)?.[1] ?? '';
      const hasRead = body.includes('"role":"tool"');
      const call = hasRead
        ? { name: 'submit_answer', arguments: JSON.stringify({ answer: of(id, answers) }) }
        : { name: 'read_input', arguments: JSON.stringify({ name: 'letter' }) };
      const tool_calls = [
        { index: 0, id: hasRead ? 'c2' : 'c1', type: 'function', function: call },
      ];
      const delta = { role: 'assistant', content: 'I look.', tool_calls };
      const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm-1' };
      const choices = [{ index: 0, delta, finish_reason: 'tool_calls' }];
      response.setHeader('content-type', 'text/event-stream');
      response.end(`data: ${JSON.stringify({ ...chunk, choices })}\n\ndata: [DONE]\n\n`);
    });
  };

/** A program that answers with what it was posted alone. */
const programOf =
  ({ answers }: Work): RequestListener =>
  (request, response) => {
    void text(request).then((body) => {
      const { task } = JSON.parse(body) as { task: { inputs: { letter: string } } };
      response.end(JSON.stringify(of(task.inputs.letter, answers)));
    });
  };

export interface Kinds {
  readonly folder: string;
  readonly work: Work;
  /** Where the model listens, as a provider, and where the program does. */
  readonly modelUrl: string;
  readonly programUrl: string;
  close(): void;
}

/** Starts model and program, and writes data set, script and module into `folder`. */
export async function openKinds(folder: string, work: Work): Promise<Kinds> {
  const served = await Promise.all([serve(modelOf(work)), serve(programOf(work))]);
  const write = (name: string, values: readonly object[]): void =>
    writeFileSync(join(folder, name), values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  mkdirSync(join(folder, 'data'));
  writeFileSync(
    join(folder, 'data/dataset.yaml'),
    'name: questions\ncalendar: XNYS\ncurrency: USD\ntasks:\n' +
      '  file: tasks.jsonl\n  solutions: solutions.jsonl\n',
  );
  write(
    'data/tasks.jsonl',
    ids.map((id) => ({ id, instruction: `Is ${id} a vowel?`, inputs: { letter: id } })),
  );
  write(
    'data/solutions.jsonl',
    ids.map((id) => ({ id, solution: of(id, work.solutions) })),
  );
  write(
    'answers.jsonl',
    ids.map((id) => ({ task: id, answer: of(id, work.answers) })),
  );
  const [vowel, other] = work.answers.map((answer) => JSON.stringify(answer));
  const source = `'aeiou'.includes(task.inputs.letter) ? ${vowel} : ${other}`;
  writeFileSync(join(folder, 'coder.mjs'), `export const decide = ({ task }) => ${source};`);
  const [{ url: modelUrl }, { url: programUrl }] = served;
  return {
    folder,
    work,
    modelUrl,
    programUrl,
    close: () => served.forEach(({ close }) => close()),
  };
}

/** One of each kind that can be described in a file; a script can only be run by `tapefold run`. */
export const agentsOf = ({ programUrl, work: { workflow } }: Kinds) => [
  { id: 'script', kind: 'script', file: 'answers.jsonl' },
  { id: 'module', kind: 'module', file: 'coder.mjs', stateless: true },
  { id: 'mcp', kind: 'mcp' },
  { id: 'http', kind: 'http', url: programUrl },
  { id: 'llm', kind: 'llm', model: `${workflow}/m-1` },
];

/** The model of each world as a separate provider. */
export function modelsOfKinds(all: readonly Kinds[]): Models {
  const providers = all.map(({ work: { workflow }, modelUrl: baseUrl }) => {
    return [workflow, { api: 'openai-chat', baseUrl, key: { env: 'TEST_KEY' } }];
  });
  const file = modelsFileSchema.parse({ providers: Object.fromEntries(providers) });
  return modelsOf(file, { directory: '.', env: { TEST_KEY: testKey } });
}

/** Over MCP: an answer that is refused, then the right one. */
export const answerOver = (
  { url }: DecisionDue,
  { answers }: Work,
  { onTried, onAnswered }: Partial<Record<'onTried' | 'onAnswered', () => void>> = {},
): Promise<void> =>
  withTools(url, async (asked) => {
    const { value } = await asked('get_task', {});
    const { task } = value as { task: string };
    await asked('submit_answer', { answer: '' });
    onTried?.();
    await asked('submit_answer', { answer: of(task, answers), rationale: `It is ${task}.` });
    onAnswered?.();
  });
