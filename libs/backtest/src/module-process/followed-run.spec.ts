/**
 * A run that a module's process follows: it asks what the run asks, with the same account at the
 * same places of the tape, and sends on the answers, equal ones once.
 */

import { deserialize } from 'node:v8';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { agentConfigSchema, type TradingScenario } from '#contracts/scenario/scenario';
import { formatCivilDate } from '#values';
import { factMessage } from '#agents/module/facts/fact-message';
import type { AheadMessage, ThreadMessage } from '#agents/module/facts/parent-message';
import { givens, HandOver, handOverMemory, replies } from '#agents/module/threads/hand-over';
import { intakeSide, userSide } from '#agents/module/threads/turns';
import { UserThread } from '#agents/module/threads/user-thread';
import { GrowingData, runOver, sessions } from '../run-folder/growing-data.fixture.js';
import { planRuns } from '../run/plan-runs.js';
import { batchesOf, openScenarioTape, openTape } from '../tape/scenario-tape.js';
import { FollowedRun } from './followed-run.js';
import { SentAnswers } from './sent-answers.js';

const days = 40;
/** Days of the data set before the window. */
const before = 2;

const hold = 'HOLD';
const halves = (left: number, right: number) => ({
  kind: 'weights',
  weights: { AA: left, BB: right },
});

/** What the module says when it is asked for the nth time, in turns; null is no answer. */
const said = {
  'one symbol': ['BUY', 'BUY', hold, 'SELL', 'nonsense', null, 'BUY', hold],
  'a portfolio': [
    halves(0.5, 0.5),
    halves(0.5, 0.5),
    halves(0, 0.9),
    halves(0.9, 0),
    'nonsense',
    null,
    halves(0, 0),
    halves(0.2, 0.2),
  ],
} as const;
type Traded = keyof typeof said;
/** After this many questions it says the last of them again and again. */
const changing = 30;
const wordAt = (asked: number, traded: Traded): unknown =>
  said[traded][asked < changing ? asked % 8 : 7];

interface Asked {
  readonly asOf: number;
  readonly time: number;
  readonly session: string;
  readonly cash: number;
  readonly equity: number;
  readonly shares: readonly number[];
}

/** Questions of a trusted module, which runs in this process. */
const noted = globalThis as { followedRunAsked?: Asked[] };
const trustedModule = (traded: Traded): string => `export default {
  decide({ asOf, time, session, account, symbols, state }) {
    const { cash, equity } = account;
    const shares = symbols.map((symbol) => account.shares(symbol));
    globalThis.followedRunAsked.push({ asOf, time, session, cash, equity, shares });
    const asked = state.asked ?? 0;
    state.asked = asked + 1;
    return ${JSON.stringify(said[traded])}[asked < ${changing} ? asked % 8 : 7] ?? undefined;
  },
};`;

/** What a run asks of a module, and the plan, header and facts of its tape. */
async function world(traded: Traded) {
  const portfolio = traded === 'a portfolio';
  const data = new GrowingData(days);
  const { directory } = data;
  writeFileSync(join(directory, 'noted.mjs'), trustedModule(traded));
  const agent = agentConfigSchema.parse({
    id: 'noted',
    kind: 'module',
    file: 'noted.mjs',
    trusted: true,
    timeBudgetMs: 600_000,
  });
  noted.followedRunAsked = [];
  const to = formatCivilDate(sessions[days - 1]!);
  const { result } = await runOver(data, 'out', { agents: [agent], portfolio, to });
  const asked = noted.followedRunAsked;
  const scenario: TradingScenario = {
    name: 'growing',
    data: directory,
    symbols: ['AA', 'BB'],
    workflow: 'trading',
    portfolio,
    window: { from: formatCivilDate(sessions[before]!), to },
    capital: 10_000,
    execution: 'realistic',
    seed: 1,
    repeats: 1,
    badRows: 'refuse',
    agents: [agent],
  };
  const tape = await openScenarioTape(scenario, directory);
  const [plan] = planRuns({ scenario, fileHashes: new Map([['noted', 'a'.repeat(64)]]), ...tape });
  if (plan === undefined) throw new Error('there is no plan');
  const batches: AheadMessage[] = [];
  const options = { until: tape.lastSession, badRows: 'refuse', batchFacts: 7 } as const;
  for await (const facts of batchesOf(await openTape(tape.dataset, tape.header, options))) {
    const endsInstant = facts.endsInstant.slice(0, facts.count);
    batches.push({ kind: 'ahead', facts: factMessage(facts), endsInstant });
  }
  await tape.dataset.close();
  return { traded, result, asked, plan, header: tape.header, batches };
}

/** Whether the nth question is answered at once, later, not in time, or not at all. */
type Pace = (asked: number) => 'at once' | 'later' | 'too late' | 'leaves';

/** The thread of a module that says the words: it takes its turn in the middle of the other's. */
function moduleThread(traded: Traded, pace: Pace) {
  const memory = handOverMemory();
  const own = new HandOver(memory, intakeSide);
  const users = new HandOver(memory, userSide);
  const asked: Asked[] = [];
  let shown: { account: { shares: Float64Array } } | undefined;
  let showings = 0;
  let facts = 0;
  /** Turns that it got after it said that it leaves. */
  let lastTurns = 0;
  let textLast = '';
  let hasLeft = false;
  const pieces: Uint8Array[] = [];
  const answer = (): string | number => {
    if (shown === undefined) throw new Error('nothing was shown');
    const { session, ...moment } = users.moment();
    const word = wordAt(asked.length, traded);
    asked.push({
      ...moment,
      session: formatCivilDate(session),
      shares: [...shown.account.shares],
    });
    hasLeft = pace(asked.length - 1) === 'leaves';
    if (hasLeft) return replies.leaving;
    const text = word === null ? '{"id":0,"kind":"missing"}' : answered(word);
    if (text === textLast) return replies.same;
    textLast = text;
    return text;
  };
  const take = (): string | number => {
    const given = users.taken();
    if (given === givens.rows || given === givens.question) {
      facts += users.takenFacts().count;
      return given === givens.question ? answer() : replies.none;
    }
    pieces.push(users.piece());
    if (given === givens.piece) return replies.none;
    const message = deserialize(Buffer.concat(pieces.splice(0))) as ThreadMessage;
    if (message.kind === 'facts') facts += message.facts.count;
    if (message.kind !== 'shown') return replies.none;
    shown = message.shown as unknown as typeof shown;
    showings++;
    return replies.none;
  };
  const paceNow = (): string =>
    users.taken() === givens.question ? pace(asked.length - 1) : 'at once';
  own.turns.pass = () => {
    if (hasLeft) lastTurns++;
    else users.reply(take());
  };
  own.turns.comes = () => ['at once', 'leaves'].includes(paceNow());
  own.turns.comesLater = () => Promise.resolve(paceNow() !== 'too late');
  return { own, asked, counts: () => ({ facts, showings, lastTurns }) };
}

const answered = (word: unknown): string =>
  `{"id":0,"kind":"answer","value":${JSON.stringify(word)}}`;

interface SentMessage {
  readonly kind: string;
  readonly asOf: number;
  readonly runs: readonly [count: number, answer: { kind: string; value?: unknown }][];
}

function follow(
  { plan, header, traded }: Pick<Awaited<ReturnType<typeof world>>, 'plan' | 'header' | 'traded'>,
  pace: Pace = () => 'at once',
) {
  const thread = moduleThread(traded, pace);
  const texts: string[] = [];
  const send = (text: string): Promise<void> => Promise.resolve(void texts.push(text));
  const sent = new SentAnswers(thread.own, send);
  const message = { kind: 'follow', run: { plan, header }, timeBudgetMs: 1000 } as const;
  const followed = new FollowedRun(message, new UserThread(thread.own), sent);
  const messages = () => texts.map((one) => JSON.parse(one) as SentMessage);
  /** What was said to the questions from `first` on, before `end`. */
  const wordsOf = (first = 0, end = thread.asked.length): unknown[] =>
    thread.asked.slice(first, end).map((_, at) => wordAt(first + at, traded));
  return { ...thread, followed, messages, wordsOf };
}

/** Answers in their order, each as often as it came. */
const saidIn = (messages: readonly SentMessage[]): unknown[] =>
  messages.flatMap(({ runs }) =>
    runs.flatMap(([count, { value = null }]) => Array<unknown>(count).fill(value)),
  );

it.each<Traded>(['one symbol', 'a portfolio'])('asks what the run asks: %s', async (traded) => {
  const { result, asked: expected, batches, ...planned } = await world(traded);
  const { followed, asked, counts, messages, wordsOf } = follow(planned);
  for (const batch of batches) await followed.take(batch);
  const due = days - before;
  // The run of AA comes first, then that of BB.
  expect(expected).toHaveLength(traded === 'a portfolio' ? due : 2 * due);
  expect(asked).toEqual(expected.slice(0, due));
  // It trades, and its account shows that.
  expect(new Set(asked.map(({ shares }) => shares.join())).size).toBeGreaterThan(3);
  expect(result.runs[0]).toMatchObject({ coverage: { due, invalid: 4, missing: 4 } });
  // Shares are shown once, until they change, and every released fact arrives once.
  const sharesAt = asked.map(({ shares }) => shares.join());
  const changes = sharesAt.filter((shares, at) => shares !== sharesAt[at - 1]).length;
  const facts = batches.reduce((sum, batch) => sum + batch.facts.count, 0);
  expect(counts()).toMatchObject({ facts, showings: changes });
  expect(saidIn(messages())).toEqual(wordsOf());
  expect(messages().every(({ kind }) => kind === 'answers')).toBe(true);
  expect(messages().at(-1)?.asOf).toBe(asked.at(-1)?.asOf);
});

it('sends the answers of each batch, equal ones in a row as one', async () => {
  const { batches, ...planned } = await world('one symbol');
  const { followed, asked, messages, wordsOf } = follow(planned);
  for (const batch of batches) {
    const sent = messages().length;
    const earlier = asked.length;
    await followed.take(batch);
    const added = messages().slice(sent);
    expect(saidIn(added)).toEqual(wordsOf(earlier));
    const isAsked = asked.length > earlier;
    expect(added.map(({ asOf }) => asOf)).toEqual(isAsked ? [asked.at(-1)?.asOf] : []);
  }
  expect(messages().at(-1)?.runs).toHaveLength(1);
});

it('waits for an answer that takes longer, which changes nothing', async () => {
  const { asked: expected, batches, ...planned } = await world('one symbol');
  const pace: Pace = (at) => (at % 3 === 1 ? 'later' : 'at once');
  const { followed, asked, messages, wordsOf } = follow(planned, pace);
  for (const batch of batches) await followed.take(batch);
  expect(asked).toEqual(expected.slice(0, days - before));
  expect(saidIn(messages())).toEqual(wordsOf());
});

it.each<[end: ReturnType<Pace>, message: string | undefined, lastTurns: number]>([
  ['too late', 'late', 0],
  // A process that leaves gets its turn back once all is sent.
  ['leaves', undefined, 1],
])('stands still when an answer is %s, after those before it', async (end, message, lastTurns) => {
  const { batches, ...planned } = await world('one symbol');
  const pace: Pace = (at) => (at === 9 ? end : 'at once');
  const { followed, asked, messages, counts, wordsOf } = follow(planned, pace);
  const given = (async () => {
    for (const batch of batches) await followed.take(batch);
  })();
  await expect.poll(() => asked.length).toBe(10);
  const still = new Promise((resolve) => setTimeout(() => resolve('it stands still'), 50));
  expect(await Promise.race([given, still])).toBe('it stands still');
  expect(asked).toHaveLength(10);
  const own = messages().filter(({ kind }) => kind === 'answers');
  expect(saidIn(own)).toEqual(wordsOf(0, 9));
  const others = messages().slice(own.length);
  expect(others.map(({ kind }) => kind)).toEqual(message === undefined ? [] : [message]);
  expect(counts().lastTurns).toBe(lastTurns);
});
