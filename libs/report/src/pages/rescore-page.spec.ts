/** The page of a ranking by policy: its content, and that no external name can change it. */

import { describe, expect, it } from 'vitest';
import { symbolPolicies } from '#portfolio';
import { renderRescorePage } from './rescore-page.js';
import { rescored } from '../input/rescore.fixture.js';
import { movesOf } from '../input/rescore-input.js';
import { renderRescoreTable } from '../terminal/terminal-rescore.js';

const three = rescored({ a: [1, 2, 3], b: [2, 1, 1], c: [3, 3, 2] });

describe('a ranking by policy', () => {
  it('has a focusable line for each agent, which says its ranks and figures', () => {
    const page = renderRescorePage(three);
    const labels = [...page.matchAll(/role="listitem" tabindex="0" aria-label="([^"]*)"/g)];
    expect(labels.map(([, label]) => label)).toEqual([
      'a: 1 (+3.00%), 2 (+2.00%), 3 (+1.00%)',
      'b: 2 (+2.00%), 1 (+3.00%), 1 (+3.00%)',
      'c: 3 (+1.00%), 3 (+1.00%), 2 (+2.00%)',
    ]);
  });

  it('counts the pairs of agents whose order changes', () => {
    // a before b, then behind; a before c, then behind; b always before c.
    expect(movesOf(three, 'GS')).toBe('2 of 3 pairs of agents change order between policies.');
    const equal = rescored({ a: [1, 1, 1], b: [1, 2, 1] });
    expect(movesOf(equal, 'GS')).toBe('No two agents change order between policies.');
    expect(movesOf(rescored({ a: [1, 1, 1] }), 'GS')).toBe('One agent alone has no ranking.');
  });

  it('names the pair of each agent of hedging, and says the policies in words', () => {
    const runs = three.runs.map((run) => ({
      ...run,
      symbol: null,
      pair: run.agent === 'c' ? null : { left: 'GS', right: 'AAPL' },
    }));
    const page = renderRescorePage({ ...three, workflow: 'hedging', runs });
    expect(page).toContain('<h2 id="subject-0">Pairs</h2>');
    expect(page).toContain('a<small>GS/AAPL</small>');
    expect(page).toContain('c<small>no pair</small>');
    expect(page).not.toContain('lotSize');
    expect(page).toContain('any fraction of a share');
  });

  it('draws no line when there is no figure, and no picture of one agent', () => {
    const gap = renderRescorePage(rescored({ a: [1, null, 1], b: [2, 1, 2] }));
    expect(gap).toContain('a: 1 (+3.00%), none, 1 (+3.00%)');
    expect(gap.match(/class="curve tone-0" d="M0 0l/g)).toBeNull();
    expect(renderRescorePage(rescored({ a: [1, 1, 1] }))).not.toContain('role="listitem"');
  });

  it('escapes names from outside, and prints none that rewrites a terminal', () => {
    const name = '<script>x</script>\u001b[2J';
    const hostile = rescored({ [name]: [1, 1, 1], b: [2, 2, 2] });
    const page = renderRescorePage(hostile);
    expect(page).not.toContain('<script>x');
    expect(page).not.toContain('\u001b');
    expect(renderRescoreTable(hostile)).not.toContain('\u001b');
  });

  it('is a function of its input', () => {
    expect(renderRescorePage(three)).toBe(renderRescorePage(structuredClone(three)));
    expect(three.policies).toEqual(symbolPolicies.own.slice(0, 3));
  });

  it('is a table in a terminal, with policies by number', () => {
    const lines = renderRescoreTable(three).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '1  ama-normal-long-short',
      '2  ama-normal-long-only',
      '3  ama-aggressive-long-short',
      '',
    ]);
    expect(lines.at(-4)).toBe('a      +3.00% #1  +2.00% #2  +1.00% #3');
  });
});
