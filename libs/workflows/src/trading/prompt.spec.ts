/** Prompts as data: which one an agent has, what a template may contain, and what fills it. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '#values';
import { defaultCallLimits } from '#tools';
import { askedAt, desk as ownDesk, seatFor } from '#agents/attempts/seat.fixture';
import { configOf } from '#agents/llm/model-agent.fixture';
import {
  parsePrompt,
  placeholders,
  promptOf,
  renderedHash,
  renderPrompt,
} from '#agents/llm/prompt';
import { durationWords, promptValues } from '#agents/llm/prompt-values';
import { pairPrompts } from '../hedging/pair-work.js';
import { retrievalPrompts } from '../retrieval/retrieval-workflow.js';
import { fillingWords, policyWords, tradingWords } from './trading-words.js';
import { taskPrompts } from '../tasks/task-prompts.js';
import { asPlanned } from '../workflow/planned-agent.js';
import { tradingPrompts } from './trading-work.js';

const directory = mkdtempSync(join(tmpdir(), 'prompts-'));
afterAll(() => rmSync(directory, { recursive: true }));
const own = 'You trade {{symbols}}.\n---\nDecide {{session}}.\n';
writeFileSync(join(directory, 'own.md'), own);

const prompts = { trading: tradingPrompts, hedging: pairPrompts };
const place = (workflow: keyof typeof prompts = 'trading') => ({
  prompts: prompts[workflow],
  directory,
});

describe('the prompt of an agent', () => {
  it.each(['trading', 'hedging'] as const)('is built in for %s', (workflow) => {
    const { text, sha256 } = promptOf(configOf(), place(workflow));
    expect(sha256).toBe(sha256Hex(text));
    const told = ['session', 'symbols', 'position', 'cash', 'equity', 'policy', 'hold', 'costs'];
    for (const name of [...told, 'deadline', 'budget', 'memory', 'tools']) {
      expect(text).toContain(`{{${name}}}`);
    }
  });

  it.each(['trading', 'hedging'] as const)('of %s is the same as a file', (workflow) => {
    const { text } = prompts[workflow].builtIn[0];
    writeFileSync(join(directory, 'printed.md'), text);
    const copy = promptOf(configOf({ prompt: 'printed.md' }), place(workflow));
    expect(copy).toEqual(promptOf(configOf(), place(workflow)));
  });

  it.each(['trading', 'hedging'] as const)(
    'of %s says nothing of the account as HERCULEAN asks',
    (workflow) => {
      const { text } = promptOf(configOf({ preset: 'herculean' }), place(workflow));
      for (const name of ['cash', 'equity', 'position']) expect(text).not.toContain(`{{${name}}}`);
      expect(text).not.toContain('account');
      expect(text.includes('{{pair}}')).toBe(workflow === 'hedging');
      const named = promptOf(
        configOf({ preset: 'herculean', prompt: `${workflow}-1` }),
        place(workflow),
      );
      expect(named.text).toContain('{{cash}}');
    },
  );

  it('is that of the plan where a run was planned with an earlier one', () => {
    const [first] = tradingPrompts.builtIn;
    const planned = asPlanned(tradingPrompts, { file: sha256Hex(first.text) });
    const kept = promptOf(configOf({ preset: 'herculean' }), { prompts: planned, directory });
    expect(kept.text).toBe(first.text);
    expect(asPlanned(tradingPrompts, { file: null })).toBe(tradingPrompts);
  });

  it('can be a file', () => {
    const prompt = promptOf(configOf({ prompt: 'own.md' }), place());
    expect(prompt).toMatchObject({ text: own, sha256: sha256Hex(own) });
  });

  it.each([
    { config: { prompt: 'none.md' }, workflow: 'trading', error: 'cannot be read' },
    {
      config: { prompt: 'trading-1' },
      workflow: 'hedging',
      error: 'expected hedging-1, hedging-herculean-1, or a file',
    },
    { config: { prompt: 'own.md', memory: 'notes' }, workflow: 'trading', error: '{{memory}}' },
  ] as const)('is refused: $error', ({ config, workflow, error }) => {
    expect(() => promptOf(configOf(config), place(workflow))).toThrow(error);
  });
});

describe('a template', () => {
  it.each([
    { text: 'no divider {{session}}', error: '0 such lines' },
    { text: 'a\n---\n{{session}}\n---\nc', error: '2 such lines' },
    { text: 'a\n---\nb', error: 'which session' },
    { text: 'a\n---\n{{session}}\n{{sesion}}', error: 'p.md:4' },
    { text: 'a {{toString}}\n---\n{{session}}', error: 'p.md:1' },
  ])('is refused: $error', ({ text, error }) => {
    expect(() => parsePrompt(text, 'p.md', tradingPrompts)).toThrow(error);
  });

  it('is filled once: what a value contains stays as it is', () => {
    const prompt = parsePrompt(
      'a {{memory}}\n---\n{{session}} {{session}} {{cash}}',
      'p.md',
      tradingPrompts,
    );
    const values = {
      ...(Object.fromEntries(placeholders.map((name) => [name, name])) as Parameters<
        typeof renderPrompt
      >[1]),
      memory: '{{cash}} $& $1',
      session: '2025-03-03',
      cash: '5',
    };
    const rendered = renderPrompt(prompt, values);
    expect(rendered).toEqual({
      instructions: 'a {{cash}} $& $1',
      question: '2025-03-03 2025-03-03 5',
    });
    expect(renderedHash(rendered)).not.toBe(
      renderedHash({ ...rendered, question: 'another session' }),
    );
  });
});

describe('what a prompt says', () => {
  const valuesOf = (config: object = {}, desk: object = {}) => {
    const told = { ...ownDesk, ...desk };
    return promptValues({
      config: configOf(config),
      words: tradingWords(told, policyWords(told.policy)),
      sets: seatFor().sets,
      limits: defaultCallLimits,
      asked: askedAt(),
      memory: 'none',
    });
  };

  it('is the state and the rules of the run', () => {
    expect(valuesOf()).toEqual({
      symbols: 'AAPL',
      capital: '1000.00',
      policy:
        'Orders fill at the next open. BUY makes you long. There are no short positions: SELL ' +
        'closes a long one. A position takes all of the equity. What is open at the end of the ' +
        'run is closed.',
      hold: 'HOLD keeps the position as it is.',
      costs:
        'Costs in basis points: fee 1 and slippage 2 of each trade, borrow 50 a year of a short ' +
        'position.',
      tools: 'Trading: Prices.',
      session: '2025-03-03',
      time: '2025-03-03T21:00:00Z',
      cash: '400.00',
      equity: '1000.00',
      pair: 'not chosen yet',
      position: '- AAPL: 6 shares',
      memory: 'none',
      deadline: '5 minutes',
      budget:
        'You have at most 20 responses of 4096 tokens each, 200 tool calls, and 4000000 bytes of ' +
        'tool results.',
    });
  });

  it('names the budgets that there are', () => {
    const budget = { decision: { calls: 1, tokens: 5000 }, run: { usd: 2.5 } };
    expect(valuesOf({ budget }).budget).toContain(
      'At most 1 model response, 5000 tokens for this decision. At most 2.5 US dollars for the ' +
        'whole run.',
    );
  });

  it('tells what HOLD does when it closes, and what shorts there are', () => {
    const { policy } = ownDesk;
    const flat = valuesOf({}, { policy: { ...policy, hold: 'flat' } });
    expect(flat.hold).toContain('HOLD closes the position');
    const short = policyWords({ ...policy, short: true });
    expect(short).toContain('SELL can open a short position.');
    expect(fillingWords(policy)).not.toContain('SELL');
  });

  it('tells how long orders take and how much of a price they get when the policy says so', () => {
    const { policy } = ownDesk;
    const said = fillingWords({
      ...policy,
      fill: 'next-trade',
      latencyMs: 250,
      participation: 0.1,
    });
    expect(said).toContain(
      'Orders fill at the price of the next trade. They take 250 milliseconds to get there, ' +
        'and prices before that are missed. They take at most 10% of what is traded or offered; ' +
        'the rest of an order waits.',
    );
    expect(fillingWords(policy)).not.toMatch(/They take/);
  });

  it('has the pair and its entry prices', () => {
    const pair = {
      left: 'KO',
      right: 'PEP',
      direction: 'LONG_SHORT',
      entryPrices: { left: 60, right: 170 },
    };
    const account = { cash: 0, equity: 0, shares: (symbol: string) => (symbol === 'KO' ? 8 : -3) };
    const { pair: told, position } = valuesOf({}, { pair, account, symbols: ['KO', 'PEP'] });
    expect(told).toBe('left KO, right PEP');
    expect(position).toBe(
      '- KO: 8 shares\n- PEP: -3 shares (short)\n- direction LONG_SHORT, opened at 60 and 170',
    );
  });

  it('has no cash below zero that is only what rounding left', () => {
    const account = { cash: -1e-11, equity: -0.006, shares: () => 0 };
    const { cash, equity } = valuesOf({}, { account });
    expect([cash, equity]).toEqual(['0.00', '-0.01']);
  });

  it('has its deadline as a duration', () => {
    const spans = [60_000, 90_000, 1500, 1000].map(durationWords);
    expect(spans).toEqual(['1 minute', '90 seconds', '1500 milliseconds', '1 second']);
  });
});

describe('the page on model agents', () => {
  it('lists every placeholder', () => {
    const page = readFileSync('docs/reference/model-agents.md', 'utf8');
    const listed = [...page.matchAll(/^\| `\{\{(\w+)\}\}`/gm)].map(([, name]) => name);
    const workflows = [tradingPrompts, taskPrompts, retrievalPrompts];
    const known = new Set([...workflows.flatMap(({ words }) => words), ...placeholders]);
    expect(listed.toSorted()).toEqual([...known].toSorted());
  });
});
