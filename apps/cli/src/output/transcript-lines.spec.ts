/** Transcripts on a terminal: every step has its line, and no text of a model moves the cursor. */

import { expect, it } from 'vitest';
import { transcribe, type DecisionTranscript } from '#llm';
import {
  keptText,
  madeToolCalls,
  recordedAsk,
  recordedCalls,
  withWrongKey,
} from '#llm/calls/recording.fixture';
import { transcriptLines } from './transcript-lines.js';

const [decision] = transcribe({
  asks: [recordedAsk],
  calls: recordedCalls('anthropic-messages', true),
  toolCalls: madeToolCalls,
  textOf: keptText,
}) as [DecisionTranscript];

it('shows prompt, thought, tool call with result, submission, class, tokens and cost', () => {
  expect(transcriptLines('model-AAPL', decision, 4000)).toEqual([
    'model-AAPL, 2025-03-03 (as-of 412), attempt 1 of 1: answered after 1.7 s',
    '  model stub/model-1; 2 calls, 2000 tokens in, 100 out, $0.004, 1 unpriced',
    '',
    '  system',
    '    | You trade AAPL.',
    '  user',
    '    | Session 2025-03-03: decide.',
    '  call 1: answered, stop reason tool_use, 0.8 s, 1000 tokens in, 50 out, $0.004',
    '  thought',
    '    | Prices rise.',
    '  text',
    '    | Let me look first.',
    '  tool get_prices',
    '    | {"symbol":"AAPL","days":5}',
    '    result',
    '      | {"rows":[["2025-03-03",238.03]]}',
    '',
    '  call 2: answered, stop reason tool_use, 0.8 s, 1000 tokens in, 50 out, unpriced',
    '  submission submit_decision',
    '    | {"decision":{"kind":"action","action":"BUY"}}',
    '    result',
    '      | {"taken":true}',
    '  decision',
    '    | {"action":"BUY","kind":"action"}',
    '',
  ]);
});

it('counts a call that its provider refused as one that cost nothing', () => {
  const [refused] = transcribe({
    asks: [recordedAsk],
    toolCalls: [],
    textOf: keptText,
    calls: recordedCalls('anthropic-messages', false).slice(0, 1).map(withWrongKey),
  }) as [DecisionTranscript];
  const lines = transcriptLines('model-AAPL', refused, 4000);
  expect(lines[1]).toBe('  model stub/model-1; 1 call, 0 tokens in, 0 out, $0.00');
  expect(lines).toContain('  call 1: refused by provider (401), 0.8 s, no usage stated, $0.00');
});

it('spells out what a terminal would obey, and says how much of a text it leaves out', () => {
  const said = (reason: string, most: number): string[] => {
    const attempts = decision.attempts.map((attempt) => ({
      ...attempt,
      calls: [],
      reason,
      decision: null,
    }));
    return transcriptLines('run', { ...decision, attempts }, most).slice(3, -1);
  };
  expect(said('red \u001b[31m\u202e\u0007\ud800\nnext\r\nlast\u2028', Infinity)).toEqual([
    '    | red \\u001b[31m\\u202e\\u0007\\ud800',
    '    | next',
    '    | last\\u2028',
  ]);
  expect(said('x'.repeat(20), 4)).toEqual([
    '    | xxxx',
    '    | … 16 more characters; --full shows them',
  ]);
});
