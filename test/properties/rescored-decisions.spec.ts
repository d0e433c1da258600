/**
 * The law of rescoring: a journaled decision that is given again, from a script, is
 * journaled the same.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerIn } from '#backtest/rescore/journaled-decision';
import { tradingDecisionSchema } from '#contracts/parsing/decision';
import { decisionLinesText, readDecisionLines, symbolsKey } from '#agents/script/decision-lines';
import { AnswerTranslator } from '#workflows';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawnDecision } from './drawn-decision.js';

const symbols = ['AAA', 'BRK.B', 'Ω'];
const place = { asOf: 7, time: 1_000 };

describe('a decision that was journaled', () => {
  it('is journaled the same when it is said again, through a script of lines', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rescored-'));
    const file = join(folder, 'script.jsonl');
    const law = fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
      const translator = new AnswerTranslator(symbols);
      const event = translator.eventOf(drawnDecision(seed, symbols, () => 100));
      if (event.type !== 'DecisionMade') return;
      const said = answerIn({ ...place, ...event }, []);
      expect(said).toBeDefined();
      writeFileSync(file, decisionLinesText([], [{ time: 1_000, symbols, said: said as object }]));
      const lines = await readDecisionLines(file, tradingDecisionSchema);
      const again = lines.get(symbolsKey(symbols))?.get(1_000);
      expect(again).toBeDefined();
      // The text of a rationale is not part of a journal, and is not repeated.
      expect(new AnswerTranslator(symbols).eventOf(again as NonNullable<typeof again>)).toEqual({
        ...event,
        rationale: null,
      });
    });
    await fc.assert(law, { numRuns: 300 }).finally(() => rmSync(folder, { recursive: true }));
  });

  it.each([
    [
      { type: 'DecisionLate', reason: 'slept' },
      { kind: 'late', reason: 'slept' },
    ],
    [
      { type: 'DecisionInvalid', reason: 'odd' },
      { kind: 'invalid', reason: 'odd' },
    ],
    [
      { type: 'DecisionFailed', reason: 'threw' },
      { kind: 'failed', reason: 'threw' },
    ],
    [{ type: 'DecisionMissing' }, undefined],
  ] as const)('is missing again if it was %s', (event, said) => {
    expect(answerIn({ ...place, ...event }, [])).toEqual(said);
  });

  it('names the price that was disputed', () => {
    const decision = { kind: 'action', symbol: 'AAA', action: 'BUY' } as const;
    const dispute = { type: 'PriceDisputed', ...place, symbol: 'AAA', said: 3, price: 4 } as const;
    const calls = { type: 'ToolsCalled', ...place, calls: 1, digest: 'ab' } as const;
    const event = { type: 'DecisionMade', ...place, decision, rationale: null } as const;
    expect(answerIn(event, [calls, dispute])).toEqual({ ...decision, price: 3 });
    const pair = { type: 'PairDecided', left: 'AAA', right: 'B', action: 'HOLD' } as const;
    expect(answerIn({ ...place, ...pair, rationale: null }, [dispute])).toEqual({
      kind: 'pair',
      left: 'AAA',
      right: 'B',
      action: 'HOLD',
      prices: { AAA: 3 },
    });
  });
});
