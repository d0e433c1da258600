/** `tapefold live`: records a feed and runs the agents of a scenario on it, in one process. */

import { join, resolve } from 'node:path';
import {
  isInResult,
  type LiveOutcome,
  type LiveRunState,
  liveRunStates,
  loadScenario,
  requireOpen,
  runLive,
  sizeYoungGeneration,
} from '#backtest';
import { openDataset, type FeedStatus } from '#feeds';
import { formatInstant, type Instant, printable } from '#values';
import {
  announceBarFills,
  announceDefaultPolicy,
  announceDue,
  trustOf,
} from '../../output/run-notices.js';
import { describeFailure, endWith, reportUndrawn } from '../../program/exit-code.js';
import {
  endOf,
  openPlace,
  recordingPlace,
  waitForEnd,
  wallInstant,
} from '../../feed/recording-place.js';
import { feedLine, neverReceived } from '../../feed/feed-words.js';
import { StatusLine } from '../../program/status-line.js';
import { modelGateway, modelOptionsOf, wordsOf } from '../../output/model-gateway.js';
import { numberIfGiven, type Options, textOf } from '../../program/option-value.js';
import { codeVersion } from '#backtest/run-folder/package-folder';
import { printedCommand } from '../../program/printed-command.js';
import { resultText } from '../../output/result-files.js';
import { stopOnSignal } from '../../program/stop-signal.js';
import { counted, notify, print } from '../../program/print.js';

/**
 * Runs until stopped, or until the time of `--until` or `--for`; with `--end` nothing can follow.
 */
export async function liveCommand(path: string, options: Options): Promise<number> {
  const asks = numberIfGiven(options['asks'], '--asks');
  const models = modelOptionsOf(options, process.env);
  const loaded = loadScenario(path);
  const { scenario, directory } = loaded;
  requireOpen(scenario);
  const out = resolve(textOf(options['out']) ?? join('tapefold-runs', scenario.name));
  const place = recordingPlace(scenario.data, { directory, out });
  const end = endOf(options, place.description, wallInstant());
  sizeYoungGeneration();
  using stop = stopOnSignal();
  const over = new AbortController();
  const { recording } = await openPlace(place);
  const screen = new StatusLine(process.stderr);
  const isEnded = options['end'] === true;
  void waitForEnd(end ?? (isEnded ? 0 : null), recording, over.signal)
    .then(() => (isEnded ? recording.end() : over.abort()))
    .catch(() => undefined);
  try {
    const outcome = await runLive(loaded, {
      out,
      codeVersion,
      recording,
      reference: place.folder,
      now: recording.now,
      asks,
      signal: AbortSignal.any([stop.signal, over.signal]),
      openRecorded: () => openDataset(place.folder),
      ...(options['logs'] === true
        ? { onPrint: (run, lines) => screen.tell(`[${run}] ${lines}`) }
        : {}),
      onDue: announceDue(textOf(options['decisions'])),
      onUnused: notify,
      isReceived: isInResult(path),
      onTrustedCode: trustOf(options),
      // The market does not wait for an unavailable model.
      openModels: modelGateway({ ...models, keepGoing: true }, { ...loaded, out }),
      onStart: (opened, stream) => {
        announceDefaultPolicy(loaded);
        announceBarFills(loaded);
        screen.start(() => {
          const { facts, sessionsClosed } = stream;
          const feed = recording.status();
          const runs = liveRunStates(opened);
          return liveLine({ now: recording.now(), facts, sessionsClosed, feed, runs });
        });
      },
      onResult: () => screen.tell(`a session has closed: the result is in ${out}`),
      onFailure: (error) => screen.tell(`no result yet: ${describeFailure(error).line}`),
    });
    screen.end();
    const neverConnected = neverReceived(recording.status());
    if (neverConnected !== null) notify(neverConnected);
    return printOutcome(outcome, out, ['live', path, '--out', out, ...wordsOf(models)]);
  } finally {
    screen.end();
    over.abort();
    await recording.close();
  }
}

function printOutcome(
  { ended, resumed, result, undrawn }: LiveOutcome,
  out: string,
  again: readonly string[],
): number {
  for (const { run, records } of resumed) {
    notify(`resumed ${run} after ${counted(records, 'record')}`);
  }
  if (result !== null) print(resultText(out, result));
  process.stderr.write(ended ? 'ended\n' : `stopped; resume with: ${printedCommand(again)}\n`);
  const code = reportUndrawn(undrawn);
  endWith(code);
  return code;
}

interface LiveState {
  readonly now: Instant;
  readonly facts: number;
  readonly sessionsClosed: number;
  readonly feed: FeedStatus;
  readonly runs: readonly LiveRunState[];
}

/** Maximum agents listed by name; the others are counted. */
const agentsMax = 4;

/** Plain text on one line. Runs of one agent are added up. */
export function liveLine({ now, facts, sessionsClosed, feed, runs }: LiveState): string {
  return [
    formatInstant(now - (now % 1_000_000)),
    feedLine(feed, `${counted(facts, 'fact')}, ${counted(sessionsClosed, 'session')}`),
    ...agentsOf(runs),
  ].join(' · ');
}

function agentsOf(runs: readonly LiveRunState[]): readonly string[] {
  const agents = [...Map.groupBy(runs, ({ agent }) => agent)];
  const named = agents.slice(0, agentsMax).map(([agent, runsOfAgent]) => {
    const equity = runsOfAgent.reduce((sum, run) => sum + run.equity, 0).toFixed(2);
    const count = (of: keyof LiveRunState['coverage']): number =>
      runsOfAgent.reduce((sum, { coverage }) => sum + coverage[of], 0);
    const lost = (['late', 'missing', 'failed', 'invalid'] as const)
      .filter((kind) => count(kind) > 0)
      .map((kind) => `${count(kind)} ${kind}`);
    const asked = runsOfAgent.some(({ isAsked }) => isAsked) ? ['asked'] : [];
    const notes = [counted(count('due'), 'decision'), ...lost, ...asked].join(', ');
    return `${printable(agent, 24)} ${equity} (${notes})`;
  });
  const rest = agents.length - named.length;
  return rest > 0 ? [...named, counted(rest, 'more agent')] : named;
}
