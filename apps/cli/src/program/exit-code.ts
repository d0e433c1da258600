/** The meanings of the process's exit codes; docs/reference/command-line.md lists them. */

import { isFailure, printable, type FailureCode } from '#values';
import type { Result } from '#contracts/result/result';
import { notify } from './print.js';
import { missingServices } from './services-package.js';

export const exitCodes = {
  ok: 0,
  /** The answer is no: a run failed verification, a data set has errors. */
  negative: 1,
  invalidInput: 2,
  conflict: 3,
  unavailable: 4,
  corruptJournal: 5,
  /** The result is complete, but its report could not be drawn. */
  undrawn: 6,
  /** The result is complete, but in one of its runs no due decision was answered. */
  unanswered: 7,
  invariant: 70,
  interrupted: 130,
} as const;

const codeOfFailure: Readonly<Record<FailureCode, number>> = {
  InvalidInput: exitCodes.invalidInput,
  Conflict: exitCodes.conflict,
  Unavailable: exitCodes.unavailable,
  CorruptJournal: exitCodes.corruptJournal,
  Invariant: exitCodes.invariant,
};

/**
 * The exit code of a command whose result is complete; prints to standard error why its report
 * could not be drawn.
 */
export function reportUndrawn(undrawn: string | null): number {
  if (undrawn === null) return exitCodes.ok;
  notify(`report.html could not be drawn: ${undrawn}; result.json is complete`);
  return exitCodes.undrawn;
}

/**
 * The exit code of a complete result; prints to standard error which runs have no
 * answered decision.
 */
export function reportUnanswered({ runs }: Pick<Result, 'runs'>, otherwise: number): number {
  const silent = runs.filter(({ coverage }) => coverage.due > 0 && coverage.answered === 0);
  if (silent.length === 0) return otherwise;
  const names = printable(silent.map(({ run }) => run).join(', '), 400);
  notify(`no due decision was answered in ${names}`);
  return exitCodes.unanswered;
}

/**
 * Ends the process with this code within a second: leftovers of a trusted module must not
 * keep it alive.
 */
export function endWith(code: number): void {
  process.exitCode = code;
  setTimeout(() => process.exit(), 1_000).unref();
}

/** Prints the line of an error on standard error; returns its exit code. */
export function printFailure(error: unknown): number {
  const { code, line } = describeFailure(error);
  notify(line);
  return code;
}

/**
 * The exit code and the one line for an error; a stack trace only for bugs and with
 * `TAPEFOLD_DEBUG=1`.
 */
export function describeFailure(thrown: unknown): { code: number; line: string } {
  const error = missingServices(thrown) ?? thrown;
  if (isFailure(error)) {
    return { code: codeOfFailure[error.code], line: `${error.code}: ${error.message}` };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: exitCodes.invariant, line: `Unexpected: ${message}` };
}
