/**
 * Model use of runs, in terminal and page: with what cannot be known, and safe with hostile names.
 */

import { describe, expect, it } from 'vitest';
import { exampleInput } from '../charts/example-input.fixture.js';
import { costText } from '../words/model-figures.js';
import { inputWithUse, resultWithUse } from '../input/model-use.fixture.js';
import { renderReport } from '../pages/render-report.js';
import { renderTerminalTable } from '../terminal/terminal-table.js';

const linesWith = (change: Parameters<typeof resultWithUse>[0]): readonly string[] =>
  renderTerminalTable(resultWithUse(change), 'tapefold').split('\n');

describe('the cost of a run', () => {
  it.each([
    [{ usd: 12.345, unpriced: 0 }, '$12.35'],
    [{ usd: 0.0123, unpriced: 0 }, '$0.0123'],
    [{ usd: 1234.5, unpriced: 3 }, '$1,234.50 +'],
    [{ usd: null, unpriced: 3 }, 'unpriced'],
    // Every call was refused.
    [{ usd: null, unpriced: 0 }, '$0.00'],
  ])('of %j is %s', (use, text) => {
    expect(costText(use)).toBe(text);
  });
});

describe('the table in a terminal', () => {
  const lines = linesWith({});
  const head = lines.findIndex((line) => line.includes('Tokens in'));

  it('has a line for each run that asked a model, below the figures', () => {
    expect(lines[head - 1]).toBe('');
    expect(lines[head]).toMatch(/^Agent +Model +Asked +Calls +Tokens in +out +Cost +Median$/);
    expect(lines[head + 2]).toMatch(
      /^model ALPHA +anthropic\/<b>m<\/b>\?\[31m +66 +1,234 +1,234,567 +89,012 +\$12\.35 +1\.8 s$/,
    );
    expect(lines[head + 3]).toBe('Prices: 2026-01');
    expect(lines).toHaveLength(head + 4);
  });

  it('fits, and no name rewrites it', () => {
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(100);
    expect(lines.join('\n')).not.toMatch(/\u001b/);
  });

  it('says by class what was not answered', () => {
    expect(lines).toContain('  model on ALPHA (95.00%): 1 late, 2 refused');
  });

  it('says why most decisions were not answered, in one line that no provider can rewrite', () => {
    const reason = 'provider paid answered with status 401: <b>no\u001b[31m such key';
    const mainReason = { class: 'provider error', reason, decisions: 8 } as const;
    const text = linesWith({ mainReason }).join(' ').replace(/ +/g, ' ');
    expect(text).toContain(
      'Most frequent reason for no answer (provider error, 8 decisions in model ALPHA): ' +
        'provider paid answered with status 401: <b>no?[31m such key',
    );
    const page = renderReport(inputWithUse({ mainReason }));
    expect(page).toContain('status 401: &lt;b&gt;no');
    expect(page).not.toContain('<b>no');
  });

  it('says what cannot be known', () => {
    const text = linesWith({ uncertain: 1, unpriced: 12, unmetered: 2 }).join(' ');
    expect(text).toMatch(/1 model call under way when the gateway died: .* \(in model ALPHA\)/);
    expect(text).toMatch(/12 model calls without a price: missing from the cost, not free/);
    expect(text).toMatch(/2 model calls without usage/);
  });

  it('shows no tokens as a sum that lacks some, or as none', () => {
    expect(linesWith({ unmetered: 2 }).join(' ')).toMatch(/[0-9] \+/);
    const tokens = { input: 0, output: 0, cachedInput: 0, reasoning: 0 };
    expect(linesWith({ unmetered: 2, tokens }).join(' ')).toMatch(/unknown +unknown/);
  });

  it('is left out when no agent asks a model', () => {
    const { result } = exampleInput({ symbols: ['AA'], agents: ['hold'], marks: 9, seed: 1 });
    expect(renderTerminalTable(result, 'tapefold')).not.toContain('Tokens');
  });
});

describe('the section of the page', () => {
  const page = renderReport(inputWithUse({ uncertain: 3, latencyMs: null }));

  it('is after the runs, and has a link', () => {
    expect(page).toContain('<a href="#models">Models</a>');
    expect(page.indexOf('id="models"')).toBeGreaterThan(page.indexOf('id="runs"'));
    const section = page.slice(page.indexOf('id="models"'), page.indexOf('id="curves"'));
    const texts = ['1,000,001 cached', '4,321 reasoning', '$12.35', '3 model calls under way'];
    // 60 decisions were due.
    const perDecision = ['<small>1.10</small>', '<small>20.57</small>', '<small>$0.2058</small>'];
    for (const text of [...texts, ...perDecision, '1 late, 2 refused']) {
      expect(section).toContain(text);
    }
    expect(page).toContain('no decision ended');
  });

  it('has the classes, the prompt and the canonicalisers with the details of the run', () => {
    const details = page.slice(page.indexOf('id="details"'));
    for (const text of ['Provider error', 'e'.repeat(64), 'Canonicaliser exact-1']) {
      expect(details).toContain(text);
    }
  });

  it('escapes what comes from outside', () => {
    expect(page).not.toContain('<b>m');
    expect(page).toContain('&lt;b&gt;m');
  });

  it('is neither there nor linked to when no agent asks a model', () => {
    const without = renderReport(
      exampleInput({ symbols: ['AA'], agents: ['hold'], marks: 9, seed: 1 }),
    );
    expect(without).not.toContain('#models');
    expect(without).not.toContain('id="models"');
  });
});
