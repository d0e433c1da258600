/** What a model or its provider does wrong, one thing a session, and what each comes to. */

import type { AnswerClass } from '#contracts/journal/answer-class';
import type { CallTry } from '#llm';
import type { MockMisbehavior } from './aimock.fixture.js';
import type { ProviderName, Reply, ScriptedModel, Script, Turn } from './scripted-model.fixture.js';
import { followMean, submission } from './trading-scripts.fixture.js';

export interface Misbehavior {
  readonly session: string;
  readonly name: string;
  readonly script: Script;
  readonly misbehavior?: MockMisbehavior;
  /** Streams alone can be cut in the middle. */
  readonly ofStreams?: true;
  readonly class: AnswerClass;
  /**
   * Set if aimock differs from OpenAI over this API. Its responses are `failed` for a content
   * filter, and `incomplete` without `incomplete_details`; OpenAI's documented responses are in
   * documented-responses.spec.ts.
   */
  readonly overResponses?: AnswerClass;
  /** Outcomes of the tries of the first call; one that was answered where it is left out. */
  readonly tries?: readonly CallTry['outcome'][];
}

/** Tries of a call before it is given up. */
export const triesMax = 3;
/** Steps before an attempt is given up. */
export const stepsMax = 4;
/** Limits one try: long enough for a machine that does much else. */
export const timeoutMs = 5000;

/** An error for the first `times` requests of each agent, then the usual. */
function failing(status: number, times: number): Script {
  const seen = new Map<string, number>();
  return (turn) => {
    const key = JSON.stringify([turn.provider, turn.streams, turn.results]);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    if (turn.results.length > 0 || count >= times) return followMean(turn);
    return { error: { status, message: `scripted ${status}`, retryAfter: 0 } };
  };
}

const never = new Promise<Reply>(() => undefined);
const submitted = (turn: Turn, symbol: string | undefined): Reply => ({
  calls: [submission(symbol ?? '', turn.session, 100)],
});

export const misbehaviors: readonly Misbehavior[] = [
  { session: '2026-01-02', name: 'nothing', script: followMean, class: 'answered' },
  {
    session: '2026-01-05',
    name: 'a rate limit, twice',
    script: failing(429, 2),
    class: 'answered',
    tries: ['rate limited', 'rate limited', 'answered'],
  },
  {
    session: '2026-01-06',
    name: 'an overloaded server, twice',
    script: failing(529, 2),
    class: 'answered',
    tries: ['server error', 'server error', 'answered'],
  },
  {
    session: '2026-01-07',
    name: 'a server that fails for good',
    script: failing(500, Infinity),
    class: 'provider error',
    tries: ['server error', 'server error', 'server error'],
  },
  {
    session: '2026-01-08',
    name: 'a request that is refused',
    script: failing(400, Infinity),
    class: 'provider error',
    tries: ['refused by provider'],
  },
  {
    session: '2026-01-09',
    name: 'a rate limit for good',
    script: failing(429, Infinity),
    class: 'provider error',
    tries: ['rate limited', 'rate limited', 'rate limited'],
  },
  {
    session: '2026-01-12',
    name: 'a response that never comes',
    script: () => never,
    class: 'provider error',
    tries: ['stalled'],
  },
  {
    session: '2026-01-13',
    name: 'a stream that stalls',
    ofStreams: true,
    script: followMean,
    class: 'provider error',
    tries: ['stalled'],
    misbehavior: { streamingProfile: { ttft: 0, tps: 0.01 } },
  },
  {
    session: '2026-01-14',
    name: 'a stream that is cut',
    ofStreams: true,
    script: followMean,
    class: 'provider error',
    tries: ['cut off'],
    // Slow enough that what was sent has left before the connection ends.
    misbehavior: { truncateAfterChunks: 2, streamingProfile: { ttft: 0, tps: 20 } },
  },
  {
    session: '2026-01-15',
    name: 'a body that is no JSON',
    script: followMean,
    class: 'provider error',
    misbehavior: { chaos: { malformedRate: 1 } },
    tries: ['cut off'],
  },
  {
    session: '2026-01-16',
    name: 'a connection that is dropped',
    script: followMean,
    class: 'provider error',
    misbehavior: { chaos: { disconnectRate: 1 } },
    // The request had left: the provider may have worked on it, so it is not retried.
    tries: ['cut off'],
  },
  {
    session: '2026-01-20',
    name: 'arguments that are no JSON, once',
    script: (turn) =>
      turn.results.length === 0
        ? { calls: [{ name: 'submit_decision', args: '{"symbol": "NVDA", "target_date' }] }
        : submitted(turn, turn.symbols[0]),
    class: 'answered',
  },
  {
    session: '2026-01-21',
    name: 'submissions that break the rules',
    script: (turn) =>
      turn.results.length < 2 ? submitted(turn, 'NOSUCH') : { thought: 'I give up.' },
    class: 'invalid',
  },
  {
    session: '2026-01-22',
    name: 'a refusal',
    class: 'refused',
    overResponses: 'provider error',
    script: ({ provider }) => ({ thought: 'I cannot help with that.', finish: refusals[provider] }),
  },
  {
    session: '2026-01-23',
    name: 'an answer that is cut off at its limit',
    script: () => ({ thought: 'I would like to', finish: 'length' }),
    class: 'truncated',
    overResponses: 'no answer',
  },
  {
    session: '2026-01-26',
    name: 'an empty answer',
    script: () => ({ thought: '' }),
    class: 'no answer',
  },
  {
    session: '2026-01-27',
    name: 'talk without a submission',
    script: () => ({ thought: 'BUY, I should say.' }),
    class: 'no answer',
  },
  {
    session: '2026-01-28',
    name: 'a model that never stops calling tools',
    script: () => ({ calls: [{ name: 'get_account', args: {} }] }),
    class: 'limit',
  },
  {
    session: '2026-01-29',
    name: 'a stream that is cut at once',
    ofStreams: true,
    // Nothing that was sent need arrive, not even the status: it counts as cut all the same.
    script: followMean,
    class: 'provider error',
    tries: ['cut off'],
    misbehavior: { truncateAfterChunks: 1 },
  },
];

/** Why a model declined, in the words of its API, or of OpenAI where aimock translates. */
const refusals: Readonly<Record<ProviderName, string>> = {
  anthropic: 'refusal',
  chat: 'content_filter',
  responses: 'content_filter',
  gemini: 'content_filter',
};

/** Whether a misbehavior is visible over this way of asking. */
export const applies = ({ ofStreams }: Misbehavior, streams: boolean): boolean =>
  ofStreams !== true || streams;

/** The expected class over this way of asking. */
export function classOf(one: Misbehavior, provider: ProviderName, streams: boolean): AnswerClass {
  if (!applies(one, streams)) return 'answered';
  return provider === 'responses' ? (one.overResponses ?? one.class) : one.class;
}

/** For the symbol that is misbehaved with; the model is the usual one for others. */
export function scriptMisbehaviors(model: ScriptedModel, symbol: string): void {
  for (const one of misbehaviors) {
    const isIt = (turn: Turn): boolean =>
      turn.session === one.session && turn.symbols[0] === symbol && applies(one, turn.streams);
    model.script(isIt, one.script, one.misbehavior);
  }
  model.script(() => true, followMean);
}
