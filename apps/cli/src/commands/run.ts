/** `tapefold run`: from a scenario to a result, a report and journals. */

import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatCivilDate } from '#values';
import {
  limitYoungGeneration,
  loadScenario,
  runScenario,
  writeWhole,
  type DerivedRun,
  type ScenarioOutcome,
} from '#backtest';
import { renderReport, renderTerminalTable, type ReportRun } from '#report';
import { Clock, parseSpeed, type FactStream } from '#tape';
import { exitCodes } from '../exit-code.js';
import { textOf, wholeNumber } from '../option-value.js';
import { watchKeys } from '../pace-keys.js';
import { openProgress } from '../progress.js';

type Finished = Extract<ScenarioOutcome, { kind: 'finished' }>;

export async function runCommand(
  path: string,
  options: Record<string, unknown>,
  codeVersion: string,
): Promise<number> {
  const jobs = wholeNumber(options['jobs'], '--jobs');
  const batch =
    options['batch'] === undefined ? undefined : wholeNumber(options['batch'], '--batch');
  const speed = parseSpeed(textOf(options['speed']) ?? 'max');
  const loaded = loadScenario(path);
  limitYoungGeneration();
  const out = resolve(textOf(options['out']) ?? join('tapefold-runs', loaded.scenario.name));
  const progress = openProgress(loaded.scenario.name);
  const stop = stopOnSignal();
  try {
    const outcome = await runScenario(loaded, {
      out,
      codeVersion,
      jobs,
      fresh: options['fresh'] === true,
      signal: stop.signal,
      onProgress: (state) => progress.update(state),
      ...(batch === undefined ? {} : { batch }),
      ...(speed === 'max'
        ? {}
        : { pace: (stream: FactStream) => pacedClock(stream, speed, stop.signal) }),
    });
    progress.end();
    if (outcome.kind === 'interrupted') return tellInterrupted(path, out);
    writeReport(outcome, out);
    tell(outcome, out, options['json'] === true);
    return exitCodes.ok;
  } finally {
    progress.end();
    stop.release();
  }
}

/** A tape at a pace; a stop wakes it from its sleep and out of its pause. */
function pacedClock(stream: FactStream, speed: number, signal: AbortSignal): Clock {
  const clock = new Clock(stream, speed, {
    nowMs: () => performance.now(),
    sleep: (ms, woken) =>
      sleep(ms, undefined, { signal: AbortSignal.any([signal, woken]) }).catch(() => undefined),
  });
  signal.addEventListener('abort', () => clock.resume());
  watchKeys(clock);
  return clock;
}

/** The first Ctrl-C asks for an orderly stop; the second ends the process as usual. */
function stopOnSignal(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const stop = (): void => {
    controller.abort();
    release();
  };
  const release = (): void => {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return { signal: controller.signal, release };
}

function tellInterrupted(path: string, out: string): number {
  process.stderr.write(`interrupted; go on with: tapefold run ${path} --out ${out}\n`);
  return exitCodes.interrupted;
}

function writeReport({ result, derived }: Finished, out: string): void {
  writeWhole(join(out, 'report.html'), renderReport({ result, runs: derived.map(reportRun) }));
}

function reportRun({ plan, fold, fills }: DerivedRun): ReportRun {
  const equity = fold.equity.toArray();
  return {
    run: plan.label,
    dates: [...fold.dates.toArray()].map(formatCivilDate),
    equity,
    cash: fold.cash.toArray(),
    exposure: fold.performance().gross,
    fills,
  };
}

function tell(outcome: Finished, out: string, json: boolean): void {
  for (const { run, records, tornBytes } of outcome.resumed) {
    const torn = tornBytes > 0 ? `; ${tornBytes} torn bytes set aside in journal.bin.torn` : '';
    process.stderr.write(`resumed ${run} over ${records} records${torn}\n`);
  }
  if (outcome.kept > 0) process.stderr.write(`${outcome.kept} finished runs kept\n`);
  if (json) {
    process.stdout.write(`${JSON.stringify(outcome.result, null, 2)}\n`);
    return;
  }
  process.stdout.write(`${renderTerminalTable(outcome.result)}\n`);
  const first = join(out, 'runs', outcome.derived[0]?.plan.label ?? '');
  const others = outcome.derived.length - 1;
  const lines = [
    `report   ${join(out, 'report.html')}`,
    `result   ${join(out, 'result.json')}`,
    `journal  ${join(first, 'journal.bin')}${others > 0 ? ` (and ${others} more)` : ''}`,
    `verify   npx tapefold verify ${first}`,
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
}
