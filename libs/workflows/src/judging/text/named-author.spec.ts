/**
 * A name of an author in the spellings that models use, and the same letters where they name
 * something else.
 */

import { expect, it } from 'vitest';
import { authorIn, namesOf, withoutAuthor } from './named-author.js';

const author = { agent: 'bluefox', model: 'acme/gpt-9-large' };
const nowhere = { world: () => [] };
const names = (text: string, who = author as { agent: string; model: string | null }): string[] =>
  authorIn(text, who, nowhere).map(({ from, to }) => text.slice(from, to));

it.each([
  'Written by gpt-9-large.',
  'Written by GPT-9-Large.',
  'Written by GPT 9 Large.',
  'Written by gpt‑9‑large.',
  'By gpt-9-large-2026.',
  'By acme/gpt-9-large.',
  'By **gpt-9-large**, by **gpt**-9-large.',
  'By gpt_9_large, or gpt9large.',
  'Ｇ\u200BＰＴ–9\u00A0large',
  'Agent bluefox.',
  'BLUEFOX',
  'blue fox',
  'bluefox_v2',
  'bluefox’s view',
])('%j names its author', (text) => {
  expect(names(text)).not.toEqual([]);
});

it.each([
  'bluefoxes are no author',
  'A sky of blue. Fox hunts.',
  'gpt-9 is smaller',
  'a gpt-8-large',
  'blue\n\nfox',
])('%j does not', (text) => {
  expect(names(text)).toEqual([]);
});

it('takes models with their provider and without, and without their version', () => {
  const texts = (model: string) => namesOf({ agent: 'm', model }).map(({ text }) => text);
  expect(texts('openai/gpt-5-2026-01-31')).toEqual([
    'openai/gpt-5-2026-01-31',
    'openai/gpt-5',
    'gpt-5-2026-01-31',
    'gpt-5',
  ]);
  expect(texts('local')).toEqual(['local']);
});

it('takes a short name only as it is written, and none without a letter', () => {
  const who = { agent: '4', model: 'openai/o3' };
  expect(names('I am o3.', who)).toEqual(['o3']);
  expect(names('O3 is ozone, 4 is a number, o31 and o3-x', who)).toEqual([]);
});

it('takes no name that the task uses, in whatever spelling, nor a word that other agents use', () => {
  const peer = { agent: 'peer', model: null };
  const uses = { world: () => ['documents/Peer.txt'] };
  expect(authorIn('as [peer.txt] says', peer, uses)).toEqual([]);
  const others = { ...nowhere, others: () => ['its peer is larger'] };
  expect(authorIn('a peer', peer, others)).toEqual([]);
  // An id with digits is always a name, even where other agents use it.
  const numbered = { agent: 'value-2', model: null };
  expect(authorIn('by value-2', numbered, { ...nowhere, others: () => ['value-2'] })).toHaveLength(
    1,
  );
});

it('replaces names in a text that we wrote', () => {
  const text = 'no symbol bluefox GPT-9-Large, BlueFox_2';
  expect(withoutAuthor(text, author, nowhere)).toBe('no symbol withheld withheld, withheld_2');
});

it('takes time linear in hostile texts', () => {
  for (const part of ['b', 'blue', 'bluefo', 'gpt-9-', '- ', 'bluefox']) {
    const text = part.repeat(200_000 / part.length);
    const start = performance.now();
    names(text);
    expect(performance.now() - start, part).toBeLessThan(5000);
  }
});
