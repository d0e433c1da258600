/** What a judge is shown of the calls of an author: not who it is, and everything else. */

import { expect, it } from 'vitest';
import { evidenceOf, without } from './shown-to-judges.js';

it.each([
  ['by mine-1, and mine-1.', 'mine-1', 'by withheld, and withheld.'],
  ['by Mine-1', 'mine-1', 'by withheld'],
  ['mine-12, a-mine-1, mine-1-b, mine-1_', 'mine-1', 'mine-12, a-mine-1, mine-1-b, mine-1_'],
  ['a.b and axb', 'a.b', 'withheld and axb'],
  ['as it is', '', 'as it is'],
])('%j without %j', (text, name, expected) => {
  expect(without(text, name)).toBe(expected);
});

const author = { agent: 'bluefox', model: 'acme/gpt-9-large' };
const traceOf = (...calls: object[]) => ({
  calls: calls.map((call) => ({ args: {}, result: undefined, error: null, ...call })) as never,
  latencyMs: null,
  tokens: null,
});

it('withholds names in arguments, errors, and results that repeat them', () => {
  const trace = traceOf(
    { tool: 'list_news', args: { symbol: 'BlueFox' }, error: 'symbol: unknown; found "bluefox"' },
    {
      tool: 'search_news',
      args: { query: 'GPT-9 Large', bluefox: 1 },
      result: { query: 'gpt_9_large' },
    },
  );
  expect(evidenceOf(trace, author, [])).toBe(
    'list_news {"symbol":"withheld"}\nsymbol: unknown; found "withheld"\n\n' +
      'search_news {"bluefox":1,"query":"withheld"}\n{"query":"withheld"}',
  );
});

it('changes nothing of what tools returned, and no name that names something else', () => {
  const trace = traceOf(
    { tool: 'list_news', args: {}, result: { title: 'Bluefox buys a plant' } },
    { tool: 'read_file', args: { path: 'peer.txt, bluefox' }, result: 'as peers say' },
  );
  expect(evidenceOf(trace, author, [])).toContain('"path":"peer.txt, bluefox"');
  const peer = { agent: 'peer', model: null };
  const text = evidenceOf(trace, peer, ['documents/peer.txt']);
  expect(text).toContain('{"path":"peer.txt, bluefox"}\n"as peers say"');
});

it('says so without a call, and leaves submissions out', () => {
  const none = 'No tool call was recorded.';
  expect(evidenceOf(undefined, author, [])).toBe(none);
  expect(evidenceOf(traceOf({ tool: 'submit_answer', args: { a: 1 } }), author, [])).toBe(none);
});
