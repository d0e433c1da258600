/** Pages of transcripts: every decision on one page, texts from models escaped, bounded in size. */

import { describe, expect, it } from 'vitest';
import { transcribe, type DecisionTranscript } from '#llm';
import { keptText, recordedAsk, recordedCalls, withWrongKey } from '#llm/calls/recording.fixture';
import { TranscriptPages } from './transcript-pages.js';

/** Decisions whose model answers `said`. */
function decisions(count: number, said = 'Let me look first.'): DecisionTranscript[] {
  return Array.from({ length: count }, (_, number) => {
    const asOf = number + 1;
    const calls = recordedCalls('openai-chat', false).map((call) => ({ ...call, asOf }));
    const opened = { ...recordedAsk.opened, asOf };
    const [one] = transcribe({
      asks: [{ ...recordedAsk, opened }],
      calls,
      toolCalls: [],
      textOf: keptText,
    });
    const { attempts } = one as DecisionTranscript;
    const saying = attempts.map((attempt) => ({
      ...attempt,
      calls: attempt.calls.map((call) => ({ ...call, text: said })),
    }));
    return { ...(one as DecisionTranscript), attempts: saying };
  });
}

function pagesOf(shown: readonly DecisionTranscript[], pageCharacters?: number) {
  const pages = new Map<string, string>();
  const drawn = new TranscriptPages({
    label: 'model-AAPL',
    agent: 'model',
    model: 'stub/model-1',
    synthetic: false,
    ...(pageCharacters === undefined ? {} : { pageCharacters }),
    write: (name, text) => void pages.set(name, text),
  });
  for (const decision of shown) drawn.add(decision);
  drawn.end();
  return pages;
}

const sectionsOf = (page: string | undefined): string[] =>
  [...(page ?? '').matchAll(/<details class="run" id="run-(\d+)">/g)].map(([, asOf]) => `${asOf}`);

describe('pages of transcripts', () => {
  it('have each decision once, linked from the index and to their neighbors', () => {
    const pages = pagesOf(decisions(7), 5_000);
    const names = [...pages.keys()];
    expect(names.at(-1)).toBe('index.html');
    expect(names.length).toBeGreaterThan(3);
    const shown = names.slice(0, -1).flatMap((name) => sectionsOf(pages.get(name)));
    expect(shown).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    const index = pages.get('index.html') ?? '';
    for (const [name, page] of [...pages].slice(0, -1)) {
      for (const asOf of sectionsOf(page)) expect(index).toContain(`href="${name}#run-${asOf}"`);
      expect(page).toContain('href="index.html"');
    }
    expect(pages.get('1.html')).not.toContain('rel="prev"');
    expect(pages.get('2.html')).toContain('<a rel="prev" href="1.html">');
    expect(pages.get('2.html')).toContain('<a rel="next" href="3.html">');
    expect(pages.get(names.at(-2) ?? '')).not.toContain('rel="next"');
  });

  it('show prompt, thought, tool call with result, submission, class and cost', () => {
    const page = pagesOf(decisions(1)).get('1.html') ?? '';
    const order = [
      'Attempt 1 of 1: answered after 1.7 s',
      'You trade AAPL.',
      'Session 2025-03-03: decide.',
      '1,000 tokens in, 50 out, $0.004',
      'Prices rise.',
      'get_prices',
      '238.03',
      'unpriced',
      'Submission',
    ].map((text) => page.indexOf(text));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });

  it('show of a call that its provider refused that it cost nothing, as the table of runs does', () => {
    const calls = recordedCalls('openai-chat', false).slice(0, 1).map(withWrongKey);
    const shown = transcribe({ asks: [recordedAsk], calls, toolCalls: [], textOf: keptText });
    const pages = pagesOf(shown);
    expect(pages.get('1.html')).toContain('no usage stated, $0.00');
    expect(pages.get('index.html')).toContain('$0.00');
    expect([...pages.values()].join('')).not.toContain('unpriced');
  });

  it('escape what a model said, and show of a long text what a page bears', () => {
    const hostile = `</pre><script>alert(1)</script>\u202e\u0007${'x'.repeat(50_000)}`;
    const page = pagesOf(decisions(1, hostile)).get('1.html') ?? '';
    expect(page.match(/<script>/g)).toHaveLength(1);
    expect(page).toContain('&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;\ufffd\ufffd');
    expect(page).toContain(`${(hostile.length - 20_000).toLocaleString('en-US')} more characters`);
    expect(page).not.toContain('x'.repeat(20_001));
  });

  it('are an index alone when there is no decision', () => {
    expect([...pagesOf([]).keys()]).toEqual(['index.html']);
  });
});
