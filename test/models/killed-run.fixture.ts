/** A run that is killed again and again while models are asked, and what of it was asked twice. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '#values';
import {
  asksOf,
  callsOf,
  modelOf,
  modelsFileOf,
  realData,
  resultOf,
  runsOf,
  scenarioOf,
  start,
  succeed,
} from './model-runs.fixture.js';
import { providerNames, ScriptedModel, turnOf, type Turn } from './scripted-model.fixture.js';
import { followMean } from './trading-scripts.fixture.js';

/** One agent a wire format, each over two symbols and one month of real data. */
const scenario = {
  name: 'killed',
  data: join(realData, 'herculean-2026'),
  execution: 'close',
  window: { from: '2026-01-02', to: '2026-01-30' },
  symbols: ['MSFT', 'TSLA'],
  agents: providerNames.map((provider) => ({
    id: provider,
    kind: 'llm',
    model: modelOf(provider),
    stream: provider !== 'chat',
  })),
};

/**
 * When a process is killed: as an ask comes, as its response leaves, or milliseconds behind that.
 */
type Moment = { readonly on: 'asked' | 'answered'; readonly delayMs: number };

export interface Killed extends AskedOnce {
  readonly kills: number;
  /** Runs whose journal differs from that of an undisturbed run. */
  readonly differing: readonly string[];
}

export interface AskedOnce {
  /** Calls of the finished run. */
  readonly calls: number;
  /** Calls asked more often than the recording states. */
  readonly undeclared: readonly string[];
  /** Tries with an unknown outcome, by the recording and by the result. */
  readonly declared: number;
  readonly uncertain: number;
}

/** Kills `tapefold run` at `kills` moments that `seed` draws, then lets it end. */
export async function killAgainAndAgain(
  home: string,
  seed: number,
  kills: number,
): Promise<Killed> {
  const whole = join(home, 'whole');
  const killed = join(home, 'killed');
  const path = scenarioOf(home, scenario);
  const undisturbed = await ScriptedModel.start();
  undisturbed.script(() => true, followMean);
  await succeed('run', path, '--models', modelsFileOf(home, undisturbed.url), '--out', whole);
  const asks = undisturbed.mock.getRequests().length;
  await undisturbed.stop();

  const model = await ScriptedModel.start();
  model.script(() => true, followMean);
  const words = ['run', path, '--models', modelsFileOf(home, model.url), '--out', killed];
  const random = seededRandom(seed);
  // As many asks from kill to kill as use up half of them.
  const most = Math.max(1, Math.floor(asks / kills) - 1);
  for (let kill = 0; kill < kills; kill += 1) {
    const moment: Moment = {
      on: random.below(2) === 0 ? 'asked' : 'answered',
      delayMs: random.below(4) * 2,
    };
    await killWithin(words, model, 1 + random.below(most), moment);
  }
  await succeed(...words);
  await succeed('verify', killed);
  const asked = askedOnce(model, killed);
  await model.stop();
  return { kills, ...asked, differing: differingJournals(killed, whole) };
}

/** Starts it, and kills it at the `count`-th ask. */
async function killWithin(
  words: readonly string[],
  { watchers }: ScriptedModel,
  count: number,
  { on, delayMs }: Moment,
): Promise<void> {
  const { process: child, ended } = start(words);
  let left = count;
  watchers[on] = () => {
    left -= 1;
    if (left !== 0) return;
    if (delayMs === 0) child.kill('SIGKILL');
    else setTimeout(() => child.kill('SIGKILL'), delayMs);
  };
  const { code, err } = await ended;
  delete watchers[on];
  if (code !== null) throw new Error(`it ended before it was killed: ${err}`);
}

/** Labels of runs whose journals differ, of two results. */
export function differingJournals(killed: string, whole: string): string[] {
  const journal = (out: string, run: string): Buffer =>
    readFileSync(join(out, 'runs', run, 'journal.bin'));
  return runsOf(whole).filter((run) => !journal(killed, run).equals(journal(whole, run)));
}

/** The script calls once to look and once to submit. */
const keyOf = ({ provider, symbols, session, results }: Turn): string =>
  [provider, symbols.join('+'), session, results.length === 0 ? 1 : 2].join(' ');

/** Each call of the recording with its tries of unknown end. */
function recordedOf(out: string): Map<string, number> {
  const unknown = new Map<string, number>();
  for (const run of runsOf(out)) {
    const [provider = '', symbol = ''] = run.split('-');
    const opened = asksOf(out, run).filter(({ type }) => type === 'opened');
    for (const { asOf, ordinal, tries } of callsOf(out, run)) {
      const session = opened.find((ask) => ask.asOf === asOf)?.session;
      const count = tries.filter(({ outcome }) => outcome === 'unknown').length;
      unknown.set([provider, symbol, session, ordinal].join(' '), count);
    }
  }
  return unknown;
}

/** Compares the log of a model that looks once and submits once with the recording of a result. */
export function askedOnce(model: ScriptedModel, out: string): AskedOnce {
  const unknown = recordedOf(out);
  const asked = new Map([...unknown.keys()].map((key) => [key, 0]));
  for (const { body } of model.mock.getRequests()) {
    if (body === null) throw new Error('a request without a body');
    const key = keyOf(turnOf(body));
    asked.set(key, (asked.get(key) ?? 0) + 1);
  }
  return {
    calls: unknown.size,
    // What was never asked cannot be answered either.
    undeclared: [...asked.keys()].filter((key) => {
      const times = asked.get(key) ?? 0;
      return times < 1 || times > 1 + (unknown.get(key) ?? 0);
    }),
    declared: [...unknown.values()].reduce((sum, count) => sum + count, 0),
    uncertain: resultOf(out).runs.reduce((sum, { models }) => sum + models.uncertain, 0),
  };
}
