/** `tapefold run`: from a scenario to a result, a report and journals. */

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalidInput, isFailure } from '#values';
import { asksModels } from '#contracts/agents/agent-kinds';
import {
  awayDecisions,
  isInResult,
  loadScenario,
  runScenario,
  type ScenarioOutcome,
  sizeYoungGeneration,
} from '#backtest';
import { Clock, type FactStream, parseSpeed } from '#tape';
import {
  announceDefaultPolicy,
  announceDue,
  hasDecisionsDue,
  trustOf,
} from '../../output/run-notices.js';
import { endWith, exitCodes, reportUnanswered, reportUndrawn } from '../../program/exit-code.js';
import { modelGateway, modelOptionsOf, wordsOf } from '../../output/model-gateway.js';
import { numberIfGiven, type Options, textOf, wholeNumber } from '../../program/option-value.js';
import { codeVersion } from '#backtest/run-folder/package-folder';
import { printedCommand } from '../../program/printed-command.js';
import { openProgress } from '../../program/status-line.js';
import { restoredLines, resultText } from '../../output/result-files.js';
import { stopOnSignal } from '../../program/stop-signal.js';
import { scenarioOf } from './run-prices.js';
import { counted, notify, printAs } from '../../program/print.js';
import { watchCommand } from './watch.js';

type Finished = Extract<ScenarioOutcome, { kind: 'finished' }>;

export async function runCommand(scenario: string | undefined, options: Options): Promise<number> {
  if (options['watch'] === true) return watchCommand(scenario, options);
  const { limits, logs, printing, speed, models, retryFailed } = readOptions(options);
  const path = await scenarioOf(scenario, options);
  const loaded = loadScenario(path);
  sizeYoungGeneration();
  const isGenerated = scenario === undefined;
  const out = outOf(options, isGenerated ? path : loaded.scenario);
  const showsProgress = !logs && !hasDecisionsDue(loaded.scenario);
  const progress = openProgress(loaded.scenario.name, showsProgress);
  const again = ['run', path, '--out', out, ...wordsOf(models)];
  using stop = stopOnSignal();
  try {
    const outcome = await runScenario(loaded, {
      out,
      codeVersion,
      ...limits,
      fresh: options['fresh'] === true,
      retryFailed,
      end: options['end'] === true,
      failFast: options['failFast'] === true,
      signal: stop.signal,
      onStart: () => announceDefaultPolicy(loaded),
      onUnused: notify,
      // Data that this command has described itself has no former meaning.
      onTimesChanged: isGenerated ? undefined : notify,
      onProgress: (state) => progress.update(state),
      ...printing,
      onDue: announceDue(textOf(options['decisions'])),
      isReceived: options['isWritten'] !== true && isInResult(path),
      onTrustedCode: trustOf(options),
      openModels: modelGateway(models, { ...loaded, out }),
      pace: paceOf(speed, stop.signal),
    });
    progress.end();
    if (outcome.kind === 'interrupted') return printInterrupted(again);
    if (options['quiet'] !== true) printOutcome(outcome, out, options);
    const mayBeUnreachable = loaded.scenario.agents.some(asksModels);
    if (retryFailed || (mayBeUnreachable && models.mode === 'record')) {
      await reportUnreachable(out, retryFailed, again);
    }
    return reportUnanswered(outcome.result, reportUndrawn(outcome.undrawn));
  } catch (error) {
    progress.end();
    notifyResumable(error, out, again);
    throw error;
  }
}

/** The options of a run that are numbers, or depend on each other. */
function readOptions(options: Options) {
  const limits = {
    jobs: wholeNumber(options['jobs'], '--jobs'),
    batch: numberIfGiven(options['batch'], '--batch'),
    asks: numberIfGiven(options['asks'], '--asks'),
    moduleProcesses: numberIfGiven(options['moduleProcesses'], '--module-processes'),
  };
  const logs = options['logs'] === true;
  const speed = parseSpeed(textOf(options['speed']) ?? 'max');
  const models = modelOptionsOf(options, process.env);
  const retryFailed = options['retryFailed'] === true;
  if (retryFailed && (options['fresh'] === true || models.mode !== 'record')) {
    const expected = 'neither --fresh nor --recordings';
    throw invalidInput('retries the result in --out', { where: '--retry-failed', expected });
  }
  const printing = logs ? { onPrint: printModuleLines } : {};
  return { limits, logs, printing, speed, models, retryFailed };
}

/** Tells how to resume a run that stopped because a service could not be reached. */
function notifyResumable(error: unknown, out: string, again: readonly string[]): void {
  if (!isFailure(error, 'Unavailable') || !existsSync(join(out, 'runs'))) return;
  notify(`stopped; resume with: ${printedCommand(again)}`);
}

/**
 * Reports how many decisions failed because a model or its agent was unavailable, and the command
 * to retry them.
 */
async function reportUnreachable(
  out: string,
  retryFailed: boolean,
  again: readonly string[],
): Promise<void> {
  const failed = (await awayDecisions(out)).length;
  const why = 'failed because a model or its agent could not be reached';
  if (failed > 0) {
    const retry = printedCommand([...again, '--retry-failed']);
    const decisions = counted(failed, 'decision');
    notify(`${decisions} ${why}; ask again: ${retry}`);
  } else if (retryFailed) {
    notify(`nothing left to retry: no decision ${why}`);
  }
}

/** The output of a run's module, each line prefixed with the name of the run. */
function printModuleLines(run: string, lines: string): void {
  process.stderr.write(lines.replace(/^(?=.|\n)/gm, `[${run}] `));
}

/** The folder of the result; by default beside a generated scenario, else by its name. */
function outOf(options: Options, scenario: string | { readonly name: string }): string {
  const usual =
    typeof scenario === 'string' ? dirname(scenario) : join('tapefold-runs', scenario.name);
  return resolve(textOf(options['out']) ?? usual);
}

/** What paces the tapes of a run; undefined at full speed. */
function paceOf(speed: ReturnType<typeof parseSpeed>, signal: AbortSignal) {
  if (speed === 'max') return undefined;
  return (stream: FactStream): Clock => pacedClock(stream, speed, signal);
}

/** Paces a tape; a stop interrupts its sleep or pause. */
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

function printInterrupted(words: readonly string[]): number {
  const again = printedCommand(words);
  notify(`interrupted; resume with: ${again}`);
  endWith(exitCodes.interrupted);
  return exitCodes.interrupted;
}

function printOutcome(outcome: Finished, out: string, options: Options): void {
  const { result, resumed, kept, restored } = outcome;
  for (const { run, records, tornBytes, lostCalls } of resumed) {
    const torn = tornBytes > 0 ? `; ${tornBytes} torn bytes set aside in journal.bin.torn` : '';
    const calls = lostCalls > 0 ? `; tool calls without a decision: ${lostCalls}` : '';
    notify(`resumed ${run} after ${counted(records, 'record')}${torn}${calls}`);
  }
  if (kept > 0) notify(`${counted(kept, 'finished run')} kept`);
  for (const line of restoredLines(out, restored)) notify(line);
  printAs(options, result, () => resultText(out, result));
}

/** Reads single keys while the tape runs; no-op without a terminal. */
function watchKeys(clock: Clock): void {
  const { stdin } = process;
  if (!stdin.isTTY) return;
  let paused = false;
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.unref();
  stdin.on('data', (key) => {
    switch (String(key)) {
      case ' ':
        paused = !paused;
        if (paused) clock.pause();
        else clock.resume();
        break;
      case 's':
        clock.step();
        break;
      case '\u0003':
        stdin.setRawMode(false);
        process.kill(process.pid, 'SIGINT');
        break;
      default:
    }
  });
  notify('space: pause or resume · s: step while paused · Ctrl-C: stop');
}
