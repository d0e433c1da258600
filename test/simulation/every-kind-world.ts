/** Six letters as tasks of a workflow that the product does not know, and agents of every kind that find the vowels. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DecisionDue } from '#agents';
import { withTools } from '../e2e/mcp-decisions.fixture.js';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const isVowel = (id: string): string => ('aeiou'.includes(id) ? 'yes' : 'no');

/** Listens on a free port of 127.0.0.1. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: (): void => void server.close() };
}

/** A model that reads the letter of its task through a tool, and submits. */
const model: RequestListener = (request, response) => {
  void text(request).then((body) => {
    const id = /Is ([a-f]) a vowel/.exec(body)?.[1] ?? '';
    const hasRead = body.includes('"role":"tool"');
    const call = hasRead
      ? { name: 'submit_answer', arguments: JSON.stringify({ answer: isVowel(id) }) }
      : { name: 'read_input', arguments: JSON.stringify({ name: 'letter' }) };
    const tool_calls = [{ index: 0, id: hasRead ? 'c2' : 'c1', type: 'function', function: call }];
    const delta = { role: 'assistant', content: 'I look.', tool_calls };
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm-1' };
    const choices = [{ index: 0, delta, finish_reason: 'tool_calls' }];
    response.setHeader('content-type', 'text/event-stream');
    response.end(`data: ${JSON.stringify({ ...chunk, choices })}\n\ndata: [DONE]\n\n`);
  });
};

/** A program that answers with what it was posted alone. */
const program: RequestListener = (request, response) => {
  void text(request).then((body) => {
    const { task } = JSON.parse(body) as { task: { inputs: { letter: string } } };
    response.end(JSON.stringify(isVowel(task.inputs.letter)));
  });
};

export interface Kinds {
  /** Where the model listens, as a provider, and where the program does. */
  readonly modelUrl: string;
  readonly programUrl: string;
  close(): void;
}

/** Starts model and program, and writes data set, script and module into `folder`. */
export async function openKinds(folder: string): Promise<Kinds> {
  const served = await Promise.all([serve(model), serve(program)]);
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
    ids.map((id) => ({ id, solution: isVowel(id) })),
  );
  write(
    'answers.jsonl',
    ids.map((id) => ({ task: id, answer: isVowel(id) })),
  );
  const source = "'aeiou'.includes(task.inputs.letter) ? 'yes' : 'no'";
  writeFileSync(join(folder, 'coder.mjs'), `export const decide = ({ task }) => ${source};`);
  const [{ url: modelUrl }, { url: programUrl }] = served;
  return { modelUrl, programUrl, close: () => served.forEach(({ close }) => close()) };
}

/** One of each kind that can be described in a file; a script can only be run by `tapefold run`. */
export const agentsOf = ({ programUrl }: Kinds) => [
  { id: 'script', kind: 'script', file: 'answers.jsonl' },
  { id: 'module', kind: 'module', file: 'coder.mjs', stateless: true },
  { id: 'mcp', kind: 'mcp' },
  { id: 'http', kind: 'http', url: programUrl },
  { id: 'llm', kind: 'llm', model: 'test/m-1' },
];

/** Over MCP: an answer that is refused, then the right one. */
export const answerOver = (
  { url }: DecisionDue,
  { onTried, onAnswered }: Partial<Record<'onTried' | 'onAnswered', () => void>> = {},
): Promise<void> =>
  withTools(url, async (asked) => {
    const { value } = await asked('get_task', {});
    const { task } = value as { task: string };
    await asked('submit_answer', { answer: 'perhaps' });
    onTried?.();
    await asked('submit_answer', { answer: isVowel(task), rationale: `It is ${task}.` });
    onAnswered?.();
  });
