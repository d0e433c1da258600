/**
 * Every failure of a model or its provider gets its class, costs what it costs, and
 * stops no other run.
 */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerClass } from '#contracts/journal/answer-class';
import type { RecordedCall } from '#llm';
import {
  asksOf,
  callsOf,
  eventsOf,
  modelOf,
  modelsFileOf,
  owed,
  realData,
  resultOf,
  scenarioOf,
  sharedFolder,
  succeed,
  tapefold,
} from './model-runs.fixture.js';
import {
  applies,
  classOf,
  misbehaviors,
  scriptMisbehaviors,
  stepsMax,
  timeoutMs,
  triesMax,
} from './misbehaviors.fixture.js';
import { providerNames, ScriptedModel, type ProviderName } from './scripted-model.fixture.js';

const eventOf: Readonly<Record<AnswerClass, string>> = {
  answered: 'DecisionMade',
  late: 'DecisionLate',
  refused: 'DecisionMissing',
  truncated: 'DecisionMissing',
  limit: 'DecisionMissing',
  'no answer': 'DecisionMissing',
  invalid: 'DecisionInvalid',
  'provider error': 'DecisionFailed',
  'tool error': 'DecisionFailed',
};

const agents = providerNames.flatMap((provider) =>
  [true, false].map((stream) => ({
    id: `${provider}-${stream ? 'stream' : 'whole'}`,
    provider,
    stream,
    config: { kind: 'llm', model: modelOf(provider), stream, steps: stepsMax },
  })),
);
const bad = 'NVDA';
const good = 'MSFT';
const sessions = misbehaviors.map(({ session }) => session);
const scenario = {
  name: 'classes',
  data: join(realData, 'herculean-2026'),
  window: { from: sessions[0], to: sessions.at(-1) },
  symbols: [bad, good],
  execution: 'close',
  agents: agents.map(({ id, config }) => ({ id, ...config })),
};

const home = sharedFolder();
const out = join(home, 'out');
let model: ScriptedModel;
beforeAll(async () => {
  model = await ScriptedModel.start();
  scriptMisbehaviors(model, bad as string);
  const models = modelsFileOf(home, model.url, { timeoutMs, triesMax, backoffMs: 1 });
  await succeed('run', scenarioOf(home, scenario), '--models', models, '--out', out);
}, 300_000);
afterAll(() => model.stop());

describe.each(agents)('$id', ({ id, provider, stream }) => {
  it('has each misbehavior in its class, and none is a HOLD', async () => {
    const events = (await eventsOf(out, `${id}-${bad}`)).filter(({ type }) =>
      type.startsWith('Decision'),
    );
    const expected = misbehaviors.map((one) => {
      const kind = classOf(one, provider, stream);
      return [one.name, eventOf[kind], kind === 'answered' ? undefined : kind];
    });
    const found = events.map((event, index) => [
      misbehaviors[index]?.name,
      event.type,
      event.class,
    ]);
    expect(found).toEqual(expected);
  });

  it('was tried again when that helps, and there alone', () => {
    const asks = asksOf(out, `${id}-${bad}`).filter(({ type }) => type === 'opened');
    const calls = callsOf(out, `${id}-${bad}`);
    // Responses reported there are not whole, whatever arrived.
    const whole = misbehaviors.filter(
      ({ overResponses }) => provider !== 'responses' || overResponses === undefined,
    );
    const found = asks.map(({ session, asOf }) => {
      const first = calls.find((call) => call.asOf === asOf && call.ordinal === 1);
      return [session, first?.tries.map(({ outcome }) => outcome)];
    });
    const expected = whole.map((one) => [
      one.session,
      applies(one, stream) ? (one.tries ?? ['answered']) : ['answered'],
    ]);
    expect(found).toEqual(expect.arrayContaining(expected));
    expect(found).toHaveLength(misbehaviors.length);
  });

  it('costs to the token what whole answers said', () => {
    for (const symbol of [bad, good]) {
      const run = `${id}-${symbol}`;
      const calls = callsOf(out, run);
      const { models } = resultOf(out).runs.find((one) => one.run === run)!;
      const used = tokensOf(calls);
      expect(models.tokens).toMatchObject(used);
      expect(models.usd).toBeCloseTo(owed(used), 9);
      expect(models.calls).toBe(calls.length);

      const broken = symbol === bad ? sessionsThatBreak(provider, stream) : [];
      const asOfs = asksOf(out, run)
        .filter(({ type, session }) => type === 'opened' && broken.includes(session ?? ''))
        .map(({ asOf }) => asOf);
      const whole = calls.filter(({ asOf }) => !asOfs.includes(asOf));
      const told = model.tokens(
        (turn) =>
          turn.provider === provider &&
          turn.streams === stream &&
          turn.symbols[0] === symbol &&
          !broken.includes(turn.session),
      );
      expect(told.input).toBeGreaterThan(0);
      expect(tokensOf(whole)).toEqual(told);
    }
  });
});

function tokensOf(calls: readonly RecordedCall[]): { input: number; output: number } {
  const used = calls.flatMap(({ usage }) => usage ?? []);
  return {
    input: used.reduce((sum, usage) => sum + usage.input, 0),
    output: used.reduce((sum, usage) => sum + usage.output, 0),
  };
}

/**
 * Sessions whose responses arrive incomplete, or report a failure, so that their
 * content is unknown.
 */
const sessionsThatBreak = (provider: ProviderName, stream: boolean): string[] =>
  misbehaviors
    .filter(
      (one) =>
        (one.misbehavior !== undefined && applies(one, stream)) ||
        (provider === 'responses' && one.overResponses === 'provider error'),
    )
    .map(({ session }) => session);

describe('other runs', () => {
  it('continue meanwhile', () => {
    const { runs } = resultOf(out);
    const others = runs.filter(({ symbol }) => symbol === good);
    expect(others).toHaveLength(agents.length);
    const answered = others.map(({ models }) => models.classes);
    expect(answered).toMatchObject(others.map(() => ({ answered: sessions.length })));
  });

  it('are proven with those that failed', async () => {
    expect(await tapefold('verify', out)).toMatchObject({ code: 0, err: '' });
  });
});
