/** Trajectories in ATIF; test/clients has Harbor's own models read them. */

import { expect, it } from 'vitest';
import { wireApis } from '../calls/recorded-call.js';
import { atifTrajectory } from './atif.js';
import { transcribe } from './transcript.js';
import {
  keptText,
  madeToolCalls,
  prices,
  recordedAsk,
  recordedCalls,
  run,
  replyText,
  thought,
  prompts,
} from '../calls/recording.fixture.js';

const about = { run, label: 'model-AAPL', codeVersion: '0.11.0' };

it.each(wireApis)('embeds each attempt, its steps numbered and its results joined: %s', (api) => {
  const decisions = transcribe({
    asks: [recordedAsk],
    calls: recordedCalls(api, true),
    toolCalls: madeToolCalls,
    textOf: keptText,
  });
  const { subagent_trajectories: embedded, ...root } = atifTrajectory(decisions, about);
  const [attempt, ...others] = embedded ?? [];
  expect(others).toEqual([]);
  expect(root).toMatchObject({ schema_version: 'ATIF-v1.7', session_id: run });
  const [refers] = root.steps[0]?.observation?.results ?? [];
  expect(refers?.subagent_trajectory_ref).toEqual([{ trajectory_id: attempt?.trajectory_id }]);
  expect(attempt?.steps.map(({ step_id, source }) => [step_id, source])).toEqual([
    [1, 'system'],
    [2, 'user'],
    [3, 'agent'],
    [4, 'agent'],
  ]);
  expect(attempt?.steps[0]?.message).toBe(prompts.system);
  expect(attempt?.steps[2]).toMatchObject({
    message: replyText,
    reasoning_content: thought,
    tool_calls: [
      {
        tool_call_id: 'main-1-1',
        function_name: 'get_prices',
        arguments: { symbol: 'AAPL', days: 5 },
      },
    ],
    observation: { results: [{ source_call_id: 'main-1-1', content: prices }] },
    metrics: { prompt_tokens: 1000, completion_tokens: 50, cached_tokens: 200, cost_usd: 0.004 },
  });
  // One of two calls has no price: there is no total.
  expect(attempt?.final_metrics).toEqual({
    total_prompt_tokens: 2000,
    total_completion_tokens: 100,
    total_cached_tokens: 400,
    total_steps: 4,
    extra: { model_calls: 2, unmetered_calls: 0, unpriced_calls: 1, priced_cost_usd: 0.004 },
  });
});

it('has a step for tools alone, and one for an attempt of which nothing was recorded', () => {
  const steps = (toolCalls: typeof madeToolCalls) =>
    atifTrajectory(
      transcribe({ asks: [recordedAsk], calls: [], toolCalls, textOf: keptText }),
      about,
    ).subagent_trajectories?.[0]?.steps;
  expect(steps([])).toEqual([
    { step_id: 1, source: 'system', message: 'No model call was recorded.' },
  ]);
  expect(steps(madeToolCalls)).toMatchObject([
    { step_id: 1, source: 'agent', llm_call_count: 0, tool_calls: [{}, {}] },
  ]);
});

it('keeps arguments that are not an object unchanged', () => {
  const calls = recordedCalls('openai-chat', false).map((call) => ({
    ...call,
    response: {
      status: 200,
      contentType: 'application/json',
      frames: [
        {
          atMs: 0,
          text:
            '{"choices":[{"message":{"tool_calls":[{"id":"x",' +
            '"function":{"name":"f","arguments":"{\\"a\\""}}]}}]}',
        },
      ],
    },
  }));
  const decisions = transcribe({ asks: [recordedAsk], calls, toolCalls: [], textOf: keptText });
  const { subagent_trajectories: embedded } = atifTrajectory(decisions, about);
  expect(embedded?.[0]?.steps[2]?.tool_calls).toEqual([
    {
      tool_call_id: 'main-1-1',
      function_name: 'f',
      arguments: {},
      extra: { provider_id: 'x', error: null, arguments_text: '{"a"' },
    },
  ]);
});
