/**
 * Agents without tools: the prompt leaves out tools and terms, and the final text is the answer.
 */

import { expect, it } from 'vitest';
import { sha256Hex } from '#values';
import type { TaskTerms } from '#contracts/scenario/task-terms';
import { scenarioSchemaOf, type Scenario } from '#contracts/scenario/scenario';
import { askedAt, seatFor } from '#agents/attempts/seat.fixture';
import { configOf } from '#agents/llm/model-agent.fixture';
import { modelAgent } from '#agents';
import { scriptedModels, turns, type ScriptedTurn } from '#agents/llm/scripted-model.fixture';
import type { WireApi } from '#llm';
import { taskTools } from '#tools';
import { taskWork } from '../tasks/task-work.js';
import { retrieval, retrievalPrompts } from './retrieval-workflow.js';
import { z } from 'zod';

async function answered(
  script: ScriptedTurn | readonly ScriptedTurn[],
  prompt: string,
  api: WireApi = 'openai-chat',
) {
  const models = scriptedModels(api, turns(...[script].flat()));
  const plan = { workflow: 'retrieval', terms: { arm: 'none' }, seed: 1 };
  const work = taskWork(plan, retrievalPrompts) as ReturnType<typeof seatFor>['work'];
  const defectOf: ReturnType<typeof seatFor>['defectOf'] = (decision) =>
    JSON.stringify(decision).includes('too long') ? 'answer: too long' : undefined;
  const seat = seatFor({ work, sets: [taskTools(z.string())], defectOf });
  const agent = modelAgent(configOf({ prompt, steps: 3 }), seat, { models, directory: '.' });
  const task = { id: 'q1', instruction: 'What was the revenue of Acme in 2024Q1?', inputs: [] };
  const decision = await agent.decide({ ...askedAt(), task } as ReturnType<typeof askedAt>);
  const [ended] = models.asks.map((ask) => ask.ended);
  return { decision, ended, sent: JSON.stringify(models.sent[0]?.body), models };
}

it('takes the final text as the answer, without mentioning tools or terms', async () => {
  const { decision, sent, ended, models } = await answered(
    { text: 'It was $5 million.' },
    'recall-1',
  );
  expect(decision).toMatchObject({ kind: 'answer', answer: 'It was $5 million.' });
  expect(ended).toMatchObject({ class: 'answered' });
  expect(sent).toContain('What was the revenue of Acme in 2024Q1?');
  expect(sent).not.toMatch(/tool|submit|arm|none|terms/i);
  expect(models.sent).toHaveLength(1);
});

it.each([
  [{}, 'no answer', 'an empty response'],
  [{ text: 'too long' }, 'invalid', /answer: too long/],
] as const)('does not take %j', async (script, kind, reason) => {
  const { ended } = await answered(script, 'recall-1');
  expect(ended).toMatchObject({ class: kind, reason: expect.stringMatching(reason) });
});

const apis: readonly WireApi[] = [
  'anthropic-messages',
  'openai-chat',
  'openai-responses',
  'google-generate-content',
];

it.each(apis)('is asked again of %s for a text that is no answer, with the reason', async (api) => {
  const script = [{ text: 'too long' }, { text: 'It was $5 million.' }];
  const { decision, ended, sent, models } = await answered(script, 'recall-2', api);
  expect(sent).toContain('has to be a text of 1 to 4000 characters.');
  expect(decision).toMatchObject({ kind: 'answer', answer: 'It was $5 million.' });
  expect(ended).toMatchObject({ class: 'answered' });
  const again = JSON.stringify(models.sent[1]?.body);
  expect(again).toContain('answer: too long. Respond again');
});

it('is invalid where no text of its model calls is an answer', async () => {
  const script = [1, 2, 3].map(() => ({ text: 'too long' }));
  const { ended, models } = await answered(script, 'recall-2');
  expect(ended).toMatchObject({
    class: 'invalid',
    reason: expect.stringContaining('answer: too long'),
  });
  expect(models.sent).toHaveLength(3);
});

it('offers the tools of tasks, and takes no text when the prompt names tools, as in earlier recordings', async () => {
  const { ended, sent } = await answered({ text: 'It was $5 million.' }, 'task-1');
  expect(ended).toMatchObject({ class: 'no answer' });
  expect(sent).toContain('"submit_answer"');
});

it.each([
  [{}, { arm: 'none' }, 'recall-2'],
  [{ arm: 'none' }, {}, 'recall-2'],
  [{ arm: 'none' }, { arm: 'tools' }, undefined],
  [{}, {}, undefined],
])('is what a model has by default: terms %j, of the agent %j', (terms, agentTerms, prompt) => {
  const agents = [{ id: 'a', kind: 'llm', model: 'x/y', terms: agentTerms }];
  const written = { name: 'test', data: 'set', workflow: 'retrieval', terms, agents };
  const { agents: read }: Scenario = scenarioSchemaOf(written, [retrieval]).parse(written);
  expect(read[0]).toMatchObject({ id: 'a' });
  expect('prompt' in read[0]! ? read[0].prompt : undefined).toBe(prompt);
});

const submitted = async (terms: TaskTerms, prompt: string | null, answer: unknown) => {
  const sets = await retrieval.tools(terms, prompt);
  const submit = sets.flatMap(({ tools }) => tools).find(({ name }) => name === 'submit_answer');
  return submit!.input.safeParse({ answer }).success;
};
const [newest, earlier] = retrievalPrompts.builtIn.map(({ text }) => sha256Hex(text));
const parts = { value: 5, unit: 'USD', scale: 'million' };

it.each([
  [{}, newest, true],
  [{}, null, true],
  [{ answer: 'structured' }, earlier, true],
  // As in recordings from before there were parts.
  [{}, earlier, false],
  [{ answer: 'text' }, newest, false],
  [{ answer: 'text' }, null, false],
])('takes parts of an answer under %j with prompt %s: %s', async (terms, prompt, areTaken) => {
  expect(await submitted(terms, prompt!, parts)).toBe(areTaken);
  expect(await submitted(terms, prompt!, 'It was $5 million.')).toBe(true);
});

it('has the prompt of tasks by default where answers are texts', () => {
  const agents = [{ id: 'a', kind: 'llm', model: 'x/y', terms: { answer: 'text' } }];
  const written = { name: 'test', data: 'set', workflow: 'retrieval', agents };
  const { agents: read }: Scenario = scenarioSchemaOf(written, [retrieval]).parse(written);
  expect(read[0]).toMatchObject({ prompt: 'task-1' });
});
