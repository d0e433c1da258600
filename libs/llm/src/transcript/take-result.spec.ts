/** Which result belongs to a call of a model. */

import { expect, it } from 'vitest';
import { takeResult } from './transcript.js';

const resultOf = (id: string | null, name: string | null, text: string) => ({
  kind: 'result' as const,
  id,
  name,
  text,
});
const call = (id: string | null, name: string) => ({ id, name, arguments: '{}' });

type Result = ReturnType<typeof resultOf>;
const byId = resultOf('t1', null, 'by id');
const byName = resultOf(null, 'get_news', 'by name');
const again = resultOf(null, 'get_news', 'again');
const named = resultOf('t2', 'get_news', 'another id');

it.each<[string, ReturnType<typeof call>, Result[], string | null, Result[]]>([
  ['of its id', call('t1', 'get_news'), [byName, byId], 'by id', [byName]],
  ['of its name', call(null, 'get_news'), [byId, byName, again], 'by name', [byId, again]],
  ['of its name, if none has its id', call('t9', 'get_news'), [byId, byName], 'by name', [byId]],
  ['of no other id, even under its name', call('t1', 'get_news'), [named], null, [named]],
  ['of no other name', call(null, 'get_bars'), [byName, again], null, [byName, again]],
  ['of no id where it has none', call(null, 'get_news'), [named, byId], null, [named, byId]],
  ['where there is one', call('t1', 'get_news'), [], null, []],
])('is the one %s', (_, asked, given, text, left) => {
  const results = [...given];
  expect(takeResult(asked, results)).toBe(text);
  expect(results).toEqual(left);
});
