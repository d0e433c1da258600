/** What a judge is not shown: who wrote an answer, and which model. */

import { expect, it } from 'vitest';
import { modelNames, tellingNames, withheld, without } from './shown-to-judges.js';

it('names of a model are with its provider and without', () => {
  expect(modelNames({ model: 'openai/gpt-5/mini' })).toEqual(['openai/gpt-5/mini', 'gpt-5/mini']);
  expect(modelNames({ model: 'local' })).toEqual(['local', 'local']);
  expect(modelNames({ model: null })).toEqual(['', '']);
});

it('names tell something from four characters on, or with a digit', () => {
  expect(tellingNames(['', 'm', 'abc', 'abcd', 'm1', '4', 'a-b'])).toEqual(['abcd', 'm1', '4']);
});

it.each([
  ['by mine-1, and mine-1.', 'mine-1', 'by withheld, and withheld.'],
  ['mine-12, a-mine-1, mine-1-b, mine-1_', 'mine-1', 'mine-12, a-mine-1, mine-1-b, mine-1_'],
  ['a.b and axb', 'a.b', 'withheld and axb'],
  ['as it is', '', 'as it is'],
])('%j without %j', (text, name, expected) => {
  expect(without(text, name)).toBe(expected);
});

it('an answer is without its author and model', () => {
  const who = { agent: 'value-2', model: 'openai/gpt-5' };
  expect(withheld('I am value-2, on openai/gpt-5, or gpt-5.', who)).toBe(
    'I am withheld, on withheld, or withheld.',
  );
  // A word may be a name.
  expect(withheld('I am the one', { agent: 'one', model: 'm' })).toBe('I am the one');
});
