/** `tapefold live`: records a feed and runs the agents of a scenario on it, in one process. */

import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  liveRunStates,
  loadScenario,
  requireOpen,
  runLive,
  sizeYoungGeneration,
  type LiveOutcome,
} from '#backtest';
import { openDataset } from '#market-data';
import { renderTerminalTable } from '#report';
import { tellDefaultPolicy } from '../default-policy.js';
import { tellDue } from '../decisions-due.js';
import { describeFailure, endWith, tellUndrawn } from '../exit-code.js';
import { endOf, waitForEnd } from '../feed/feed-end.js';
import { neverHeard } from '../feed/feed-words.js';
import { StatusLine } from '../feed/status-line.js';
import { liveLine } from '../live/live-line.js';
import { openPlace, recordingPlace, wallInstant } from '../live/live-recording-place.js';
import { modelGateway, modelOptionsOf, wordsOf } from '../model-gateway.js';
import { textOf, wholeNumber } from '../option-value.js';
import { printedCommand } from '../printed-command.js';
import { resultPaths } from '../result-files.js';
import { stopOnSignal } from '../stop-signal.js';

const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });

/** Goes on until it is stopped, or until the time of `--until` or `--for`; with `--end` nothing can follow. */
export async function liveCommand(
  path: string,
  options: Record<string, unknown>,
  codeVersion: string,
): Promise<number> {
  const asks = options['asks'] === undefined ? undefined : wholeNumber(options['asks'], '--asks');
  const models = modelOptionsOf(options, process.env);
  const loaded = loadScenario(path);
  const { scenario, directory } = loaded;
  requireOpen(scenario);
  const out = resolve(textOf(options['out']) ?? join('tapefold-runs', scenario.name));
  const place = recordingPlace(scenario.data, { directory, out });
  const times = { until: textOf(options['until']), for: textOf(options['for']) };
  const end = endOf(times, place.description, wallInstant());
  sizeYoungGeneration();
  const stop = stopOnSignal();
  const over = new AbortController();
  const recording = await openPlace(place, process.env);
  const screen = new StatusLine(process.stderr);
  const isEnded = options['end'] === true;
  void waitForEnd(end ?? (isEnded ? 0 : null), {
    recording,
    now: recording.now,
    sleep: pause,
    over: over.signal,
  })
    .then(() => (isEnded ? recording.end() : over.abort()))
    .catch(() => undefined);
  try {
    const outcome = await runLive(loaded, {
      ...{ out, codeVersion, recording, reference: place.folder, now: recording.now, asks },
      signal: AbortSignal.any([stop.signal, over.signal]),
      openRecorded: () => openDataset(place.folder),
      ...(options['logs'] === true
        ? { onPrint: (run, lines) => screen.tell(`[${run}] ${lines}`) }
        : {}),
      onDue: tellDue(textOf(options['decisions'])),
      onUnused: (line) => process.stderr.write(`${line}\n`),
      // The market does not wait for a model that is away.
      openModels: modelGateway({ ...models, keepGoing: true }, { ...loaded, out }),
      onStart: (opened, stream) => {
        tellDefaultPolicy(loaded);
        screen.start(() => {
          const { facts, sessionsClosed } = stream;
          const [feed, runs] = [recording.status(), liveRunStates(opened)];
          return liveLine({ now: recording.now(), facts, sessionsClosed, feed, runs });
        });
      },
      onResult: () => screen.tell(`a session has closed: the result is in ${out}`),
      onFailure: (error) => screen.tell(`no result yet: ${describeFailure(error).line}`),
    });
    screen.end();
    const unheard = neverHeard(recording.status());
    if (unheard !== null) process.stderr.write(`${unheard}\n`);
    return tell(outcome, out, ['live', path, '--out', out, ...wordsOf(models)]);
  } finally {
    screen.end();
    over.abort();
    await recording.close();
    stop.release();
  }
}

function tell(
  { ended, resumed, result, undrawn }: LiveOutcome,
  out: string,
  again: readonly string[],
): number {
  for (const { run, records } of resumed) {
    process.stderr.write(`resumed ${run} over ${records} record${records === 1 ? '' : 's'}\n`);
  }
  if (result !== null) {
    process.stdout.write(`${renderTerminalTable(result, printedCommand([]))}\n`);
    process.stdout.write(`\n${resultPaths(out, result)}\n`);
  }
  process.stderr.write(ended ? 'ended\n' : `stopped; go on with: ${printedCommand(again)}\n`);
  const code = tellUndrawn(undrawn);
  endWith(code);
  return code;
}
