/** The answers of an outside agent are parsed by the workflow of its run, and only by that one. */

import { describe, expect, it } from 'vitest';
import type { TapeHeader } from '#contracts';
import { parseMessage } from '#contracts/streams/catalogue';
import type { AgentAnswer } from '#contracts/streams/runs';
import { partitionOf, outgoing, type MessageBatch, type OutgoingMessage } from '#event-log';
import type { MarketView } from '#market-view';
import { AnswerTranslator } from '#workflows';
import { AdapterProcessor } from './adapter-processor.js';
import { OutsideAnswers } from './outside-answers.js';
import { sumsSubmitted, sumsTask, workflows } from '../sums.fixture.js';

const run = 'a'.repeat(64);
const header: TapeHeader = {
  id: 'sums',
  dataset: 'sums',
  instruments: [],
  calendar: '24/7',
  sessionsPerYear: 365,
  priceBasis: 'raw',
  tradePrice: 'close',
  barFrequency: 'daily',
  synthetic: false,
  dateRule: 'session-close',
};

const answerOf = (asOf: number, decision: AgentAnswer['decision']): AgentAnswer => ({
  type: 'AgentAnswer',
  version: 1,
  run,
  agent: 'asked',
  asOf,
  decision,
});

const batchOf = (message: OutgoingMessage, offset = 0): MessageBatch => ({
  topic: message.topic,
  partition: 0,
  nextOffset: offset + 1,
  endOffset: offset + 1,
  messages: [{ ...message, partition: 0, offset, headers: {}, timestampMs: 0 }],
});

/** An adapter with a run of three sums, the first of which is due. */
async function adapterOnSums() {
  const adapter = new AdapterProcessor({ workflows });
  adapter.open(0, 0, new Map());
  await adapter.receive(batchOf(outgoing('runs', sumsSubmitted(run))));
  const opened = { type: 'TapeOpened' as const, version: 1 as const, tape: 'sums' };
  await adapter.tapeBatch(
    batchOf(outgoing('market.tape', { ...opened, header: { ...header, instruments: [] } })),
  );
  const payloads = [1, 2, 3].map((number, row) => {
    const { inputs, ...task } = sumsTask(number);
    return { row, payload: { ...task, inputs: [...inputs] } };
  });
  const facts = { count: 3, kind: 11, instrument: 65_535, knowledgeTime: [1, 2, 3], payloads };
  const of = { type: 'TapeFacts' as const, version: 1 as const, tape: 'sums' };
  await adapter.tapeBatch(
    batchOf(outgoing('market.tape', { ...of, first: 1, goesOn: false, facts }), 1),
  );
  let offset = 0;
  return async (asOf: number, decision: AgentAnswer['decision']): Promise<unknown> => {
    const message = outgoing('agent.decisions', answerOf(asOf, decision));
    const out = await adapter.receive(batchOf(message, offset++));
    return out.map(({ value }) => {
      const said = parseMessage('agent.decisions', value);
      return said.type === 'Decisions' ? said.decisions : said;
    });
  };
}

describe('an answer from outside', () => {
  it('to a task is journaled as the workflow reads it', async () => {
    const answer = await adapterOnSums();
    const given = { type: 'AnswerGiven', task: 'sum 1', answer: '2', asOf: 1 };
    expect(await answer(1, { kind: 'answer', answer: 2 })).toMatchObject([[given]]);
    expect(await answer(2, { kind: 'answer', answer: 'three' })).toMatchObject([
      [{ type: 'DecisionInvalid', asOf: 2, reason: 'answer: expected a number; found "three"' }],
    ]);
  });

  it('in another partition than its run is forwarded to the run’s partition', async () => {
    const adapter = new AdapterProcessor({ workflows });
    const home = partitionOf(run, 6);
    const away = (home + 1) % 6;
    adapter.partitionCount = 6;
    for (const partition of [home, away]) adapter.open(partition, 0, new Map());
    const message = outgoing('agent.decisions', answerOf(1, { kind: 'answer', answer: 2 }));
    const lyingIn = (partition: number) => ({ ...batchOf(message), partition });
    expect(await adapter.receive(lyingIn(away))).toEqual([message]);
    expect(adapter.restartAt(away)).toMatchObject([{ partition: away, offset: 1 }]);
    // It waits for its run.
    expect(await adapter.receive(lyingIn(home))).toEqual([]);
  });

  it('to a task is invalid if it is a trading decision, and the run continues', async () => {
    const answer = await adapterOnSums();
    expect(await answer(1, { kind: 'target', positions: {} })).toMatchObject([
      [{ type: 'DecisionInvalid', asOf: 1, reason: 'kind: expected answer; found "target"' }],
    ]);
    const given = { type: 'AnswerGiven', task: 'sum 2', answer: '3', asOf: 2 };
    expect(await answer(2, { kind: 'answer', answer: 3 })).toMatchObject([[given]]);
  });

  it('of a run that trades is invalid when it is one to a task', async () => {
    const outside = new OutsideAnswers('asked').readBy(new AnswerTranslator(['AAPL']));
    const tape = { length: 9, isWhole: false };
    const due = outside.answer({ asOf: 3, time: 0, view: {} as MarketView });
    expect(outside.offer(answerOf(3, { kind: 'answer', answer: 'buy' }), tape)).toBeUndefined();
    expect(await due).toEqual({
      type: 'DecisionInvalid',
      reason: 'kind: expected action, target, weights or orders; found "answer"',
    });
    const action = { kind: 'action', action: 'BUY' } as const;
    outside.offer(answerOf(4, action), tape);
    expect(outside.answer({ asOf: 4, time: 0, view: {} as MarketView })).toMatchObject({
      type: 'DecisionMade',
      decision: { ...action, symbol: 'AAPL' },
    });
  });
});
