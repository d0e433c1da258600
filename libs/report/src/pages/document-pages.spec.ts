/** Pages of answers: each number leads to its source and back, and a hostile text stays text. */

import { expect, it } from 'vitest';
import { documentIndex, documentPage } from './document-pages.js';

const text = '<script>x</script> It rose 3.2% to $83.73, & fell 9%.';
const at = (written: string): number => text.indexOf(written);
const source = { tool: 'get_weekly_metrics', arguments: '{"symbol":"A"}', path: '/week_close' };
const document = {
  task: 'A-2025-01-03',
  text,
  hasCalls: true,
  numbers: [
    { text: '3.2%', offset: at('3.2%'), source: { ...source, path: '/<b>', value: '3.2' } },
    { text: '$83.73', offset: at('$83.73'), source: { ...source, value: '83.73' } },
    { text: '9%', offset: at('9%'), source: null },
  ],
};
const place = { label: 'one-insights', synthetic: false, page: 1, pages: 2 };

it('links each number to the result that holds it, and back', () => {
  const page = documentPage(document, place);
  expect(page).toContain(
    'It rose <a id="number-1" href="#source-1" title="get_weekly_metrics: 3.2">3.2%</a> to ' +
      '<a id="number-2" href="#source-2" title="get_weekly_metrics: 83.73">$83.73</a>, &amp; ' +
      'fell <mark id="number-3" title="No tool result of the run holds it">9%</mark>.',
  );
  expect(page).toContain('<a id="source-2" href="#number-2">$83.73</a>');
  expect(page).toContain('/week_close');
  expect(page).not.toContain('id="source-3"');
  expect(page).toContain('<a rel="next" href="2.html">');
  expect(page).not.toContain('rel="prev"');
});

it('shows the text as it is, and runs nothing in it', () => {
  const page = documentPage(document, place);
  expect(page).toContain('&lt;script&gt;x&lt;/script&gt; It rose');
  expect(page).not.toContain('<script>x');
  expect(page).not.toContain('/<b>');
});

it('says where nothing was looked for', () => {
  const page = documentPage({ ...document, numbers: [], hasCalls: false }, place);
  expect(page).toContain('No tool call was recorded');
  expect(page).not.toContain('<mark');
});

it('lists the pages of a run with their numbers', () => {
  const index = documentIndex([document, { ...document, task: 'A-2025-01-10', numbers: [] }], {
    label: 'one-insights',
    agent: 'one',
    synthetic: true,
  });
  expect(index).toContain('<a href="1.html">A-2025-01-03</a>');
  expect(index).toContain('<a href="2.html">A-2025-01-10</a>');
  expect(index).toContain('synthetic data');
});
