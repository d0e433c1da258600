/**
 * What models put around a document is no part of it; everything else is left as it was written.
 */

import { expect, it } from 'vitest';
import { withoutThoughts, writtenDocument } from './written-document.js';

const report = '# Title\n\ntext\n';

it.each([
  ['```markdown\n# Title\n\ntext\n```\n', '# Title\n\ntext'],
  ['\n```md\n# Title\n\ntext\n```', '# Title\n\ntext'],
  ['~~~markdown\r\n# Title\r\n~~~', '# Title\r'],
  ['```\n# Title\n```', '# Title'],
  ['```markdown\n# Title\n```js\nx\n```\ntext\n```', '# Title\n```js\nx\n```\ntext'],
  ['```markdown\n# Title, never closed', '# Title, never closed'],
  [`\ufeff${report}`, report],
  ['\ufeff```markdown\n# Title\n```', '# Title'],
  [`<think>a\nb</think>\n${report}`, `\n${report}`],
])('%j is %j', (text, expected) => {
  expect(writtenDocument(text)).toBe(expected);
});

it.each([
  report,
  '```js\nx\n```',
  '```\na\n```\ntext\n```\nb\n```',
  'text\n```markdown\nx\n```',
  '',
  '<think>only that',
  'a < b, and think> c',
])('%j stays', (text) => {
  expect(writtenDocument(text)).toBe(text);
});

it.each([
  ['a <think>b</think> c <THINK>d</THINK> e', 'a  c  e'],
  ['lost</think>kept', 'kept'],
  ['kept<reasoning>open', 'kept'],
  ['<think>a<think>b</think>kept', 'kept'],
  ['<think>a</think>lost</think>kept', 'kept'],
])('%j without thoughts is %j', (text, expected) => {
  expect(withoutThoughts(text)).toBe(expected);
});
