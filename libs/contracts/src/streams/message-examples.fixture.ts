/**
 * One example of each message, as the published documents show it: a day of one stock,
 * one run on it.
 */

import type { MessagesByTopic } from './catalogue.js';
import type { TopicName } from './topics.js';

/** By topic, in the order in which a reader encounters them. */
type MessageExamples = {
  readonly [T in TopicName]: readonly MessagesByTopic[T][];
};

const version = 1;
const sha256 = (digit: string): string => digit.repeat(64);
const tape = 'aapl-daily-2018-02-20';
const run = '9f2c'.repeat(16);
const submission = '41d7'.repeat(16);
const tapeHash = sha256('c');
const reason = 'AAPL.csv line 1263, close: expected a price; found "n/a"';
/** 2018-02-20: its session opens at 14:30 and closes at 21:00 UTC. */
const session = 17_582;
const open = 1_519_137_000_000_000;
const close = 1_519_160_400_000_000;

const header = {
  id: tape,
  dataset: 'aapl-daily',
  instruments: [{ symbol: 'AAPL', currency: 'USD' }],
  calendar: 'XNYS',
  sessionsPerYear: 252,
  priceBasis: 'split-adjusted',
  tradePrice: 'close',
  barFrequency: 'daily',
  synthetic: false,
  dateRule: 'session-close',
} as const;

const agent = { id: 'outside', kind: 'external' } as const;

const policy = {
  name: 'close',
  version: 1,
  fill: 'decision-close',
  hold: 'keep',
  short: false,
  size: 'all-in',
  lotSize: 0,
  feeBps: 0,
  slippageBps: 0,
  borrowBpsPerYear: 0,
  dividends: 'ignore',
  liquidate: false,
  basis: 'capital',
} as const;

const bar = { open: 172.05, high: 174.26, low: 171.42, close: 171.85, volume: 33_930_500 };
const opens = { kind: 'sessionOpen', session } as const;
const closes = { kind: 'sessionClose', session, early: false } as const;
const decided = {
  type: 'DecisionMade',
  asOf: 3,
  time: close,
  decision: { kind: 'target', positions: [{ symbol: 'AAPL', position: 1 }] },
  rationale: null,
} as const;

const market: Pick<MessageExamples, 'tapes' | 'clock.commands' | 'market.raw' | 'market.tape'> = {
  tapes: [
    {
      type: 'TapeRequested',
      version,
      tape,
      header: { ...header, instruments: [...header.instruments] },
      dataset: 'aapl-daily',
      dataHash: sha256('d'),
      until: session,
      badRows: 'refuse',
      speed: 'max',
    },
  ],
  'clock.commands': [
    { type: 'ClockCommand', version, tape, id: 'c-1', command: { kind: 'speed', speed: 60 } },
  ],
  'market.raw': [
    {
      type: 'RawOpened',
      version,
      tape,
      sources: [
        { source: 'sessions: open', rank: 131_072, live: false },
        { source: 'AAPL.csv', rank: 393_216, live: false },
        { source: 'sessions: close', rank: 589_824, live: false },
      ],
    },
    {
      type: 'RawFacts',
      version,
      tape,
      source: 'AAPL.csv',
      rank: 393_216,
      live: false,
      first: 1,
      facts: {
        count: 1,
        kind: 1,
        instrument: 0,
        knowledgeTime: [close],
        eventTime: [open],
        ...bar,
        payloads: [],
      },
    },
    {
      type: 'RawEnded',
      version,
      tape,
      source: 'AAPL.csv',
      rank: 393_216,
      live: false,
      facts: 1,
    },
    { type: 'RawFailed', version, tape, source: 'AAPL.csv', reason },
  ],
  'market.tape': [
    {
      type: 'TapeOpened',
      version,
      tape,
      header: { ...header, instruments: [...header.instruments] },
    },
    {
      type: 'TapeFacts',
      version,
      tape,
      first: 1,
      goesOn: false,
      facts: {
        count: 3,
        kind: [7, 1, 8],
        instrument: [65_535, 0, 65_535],
        knowledgeTime: [open, close, close],
        eventTime: [open, open, close],
        open: [null, bar.open, null],
        high: [null, bar.high, null],
        low: [null, bar.low, null],
        close: [null, bar.close, null],
        volume: [null, bar.volume, null],
        payloads: [
          { row: 0, payload: opens },
          { row: 2, payload: closes },
        ],
      },
    },
    { type: 'TapeClosed', version, tape, facts: 3, hash: tapeHash },
    { type: 'TapeFailed', version, tape, facts: 3, reason },
  ],
};

const runs: Pick<MessageExamples, 'runs' | 'agent.calls' | 'agent.decisions'> = {
  runs: [
    {
      type: 'ScenarioSubmitted',
      version: 1,
      submission,
      tape,
      scenario: {
        name: 'outside',
        data: 'aapl-daily',
        window: { from: '2018-02-20', to: '2018-02-20' },
        workflow: 'trading',
        symbols: ['AAPL'],
        portfolio: false,
        capital: 100_000,
        execution: 'close',
        seed: 0,
        repeats: 1,
        badRows: 'refuse',
        agents: [agent],
      },
      runs: [run],
      data: [{ symbol: 'AAPL', sessions: 1, withBars: 1, warnings: [] }],
    },
    {
      type: 'RunSubmitted',
      version: 1,
      run,
      label: 'outside-AAPL',
      submission,
      tape,
      semantics: 2,
      plan: {
        workflow: 'trading',
        agent,
        directory: '',
        symbols: ['AAPL'],
        portfolio: false,
        repeat: 0,
        baseSeed: 0,
        seed: 138_405_172_190_464,
        policy,
        capital: 100_000,
        currency: 'USD',
        decide: 'session-close',
        firstSession: session,
        lastSession: session,
        sessionsPerYear: 252,
        data: sha256('d'),
        file: null,
      },
    },
    { type: 'RunCancelled', version, run, reason: 'submitted by mistake' },
  ],
  'agent.calls': [
    {
      type: 'CallsMade',
      version,
      run,
      agent: 'desk',
      asOf: 3,
      digest: sha256('f'),
      calls: [
        {
          ordinal: 1,
          tool: 'get_prices',
          arguments: '{"date_end":"2018-02-20","date_start":"2018-02-20","symbol":"AAPL"}',
          result: sha256('6'),
          bytes: 142,
          error: null,
          durationMs: 0.8,
        },
      ],
    },
    {
      type: 'AskOpened',
      version,
      run,
      asOf: 3,
      attempt: 1,
      agent: 'model',
      session: '2018-02-20',
      model: 'anthropic/a-model',
      prompt: sha256('5'),
      openedAt: '2026-11-23T15:00:00.000Z',
    },
    {
      type: 'ModelCalled',
      version,
      run,
      asOf: 3,
      attempt: 1,
      lane: 'main',
      ordinal: 1,
      provider: 'anthropic',
      api: 'anthropic-messages',
      model: 'a-model',
      canonicaliser: 'exact-1',
      digest: sha256('7'),
      tries: [
        {
          outcome: 'answered',
          status: 200,
          startedAt: '2026-11-23T15:00:01.200Z',
          durationMs: 2_310.5,
        },
      ],
      status: 200,
      usage: { input: 1_904, output: 212, cachedInput: 0, cacheWrite: 0, reasoning: 0 },
      stopReason: 'tool_use',
      cost: { usd: 0.008_892, prices: '2026-11' },
    },
    {
      type: 'AskEnded',
      version,
      run,
      asOf: 3,
      attempt: 1,
      class: 'no answer',
      reason: 'the model ended without a submission',
      durationMs: 3_411.9,
    },
  ],
  'agent.decisions': [
    {
      type: 'AgentAnswer',
      version,
      run,
      agent: 'outside',
      asOf: 3,
      decision: { kind: 'target', positions: { AAPL: 1 } },
    },
    { type: 'Decisions', version: 1, run, first: 1, decisions: [decided], watermark: 3 },
    {
      type: 'AnswerRefused',
      version,
      run,
      agent: 'outside',
      asOf: 9,
      reason: 'the as-of is beyond the tape, which ends at 3',
    },
  ],
};

const outcomes: Pick<MessageExamples, 'portfolio.events' | 'scores' | 'dead-letters'> = {
  'portfolio.events': [
    {
      type: 'Events',
      version: 1,
      run,
      first: 2,
      events: [
        decided,
        {
          type: 'MarkTaken',
          asOf: 3,
          time: close,
          session,
          equity: 100_000,
          cash: 0,
          gross: 100_000,
          net: 100_000,
          stale: [],
        },
        {
          type: 'RunClosed',
          asOf: 3,
          time: close,
          tapeHash,
          facts: 3,
          lastSession: session,
          data: sha256('d'),
        },
      ],
      hash: sha256('b'),
    },
  ],
  scores: [
    {
      type: 'RunScored',
      version: 2,
      run,
      workflow: 'trading',
      journalHash: sha256('b'),
      records: 6,
      figures: {
        cumulativeReturn: { value: 0.08, interval: { low: -0.03, high: 0.2, level: 0.95 } },
        sharpe: { value: null, reason: 'fewer than two returns' },
        maxDrawdown: { value: 0 },
        turnover: { value: 1 },
        returns: { value: 0 },
        trades: { value: 1 },
        fills: { value: 1 },
        fees: { value: 0 },
        finalEquity: { value: 100_000 },
      },
      drawdown: { depth: 0, from: null, to: null, recovered: null },
      coverage: { due: 1, answered: 1, missing: 0, invalid: 0, late: 0, failed: 0, forced: 0 },
    },
  ],
  'dead-letters': [
    {
      type: 'DeadLetter',
      version,
      topic: 'agent.decisions',
      partition: 4,
      offset: 1207,
      key: run,
      reason: 'agent.decisions: the message is not valid JSON; found "hello"',
      value: 'aGVsbG8=',
      size: 5,
    },
  ],
};

/** Every existing message, once. */
export const messageExamples: MessageExamples = { ...market, ...runs, ...outcomes };
