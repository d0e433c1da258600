/**
 * What StrykerJS loads: a check that lets drawn mutants through alone, and a reporter that
 * writes each at once.
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { PluginKind } from '@stryker-mutator/api/plugin';
import { keyOf } from './listed-mutant.ts';

/**
 * The environment of the program names two files: keys of drawn mutants, and where results
 * go, one a line.
 */
const drawnFile = process.env['TAPEFOLD_DRAWN_MUTANTS'];
const resultsFile = process.env['TAPEFOLD_MUTANT_RESULTS'];

type Raw = Parameters<typeof keyOf>[0];

/** A line of the results. */
export interface TestedMutant {
  readonly key: string;
  /** `Killed`, `Timeout`, `Survived`, `NoCoverage`, `RuntimeError`, `CompileError`. */
  readonly status: string;
  readonly reason: string | null;
  /** The test that failed. */
  readonly killedBy: string | null;
}

class DrawnChecker {
  private keys: ReadonlySet<string> = new Set();

  init(): Promise<void> {
    this.keys = new Set(JSON.parse(readFileSync(drawnFile!, 'utf8')) as string[]);
    return Promise.resolve();
  }

  check(mutants: readonly (Raw & { readonly id: string })[]) {
    const results = mutants.map((mutant) => {
      const isDrawn = this.keys.has(keyOf(mutant));
      const result = isDrawn
        ? { status: 'passed' }
        : { status: 'compileError', reason: 'not drawn' };
      return [mutant.id, result] as const;
    });
    return Promise.resolve(Object.fromEntries(results));
  }

  /** All at once: the check is a look into a set. */
  group(mutants: readonly { readonly id: string }[]): Promise<string[][]> {
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }
}

class LineReporter {
  onMutantTested(
    result: Raw & { status: string; statusReason?: string; killedBy?: readonly string[] },
  ): void {
    if (result.status === 'CompileError' && result.statusReason === 'not drawn') return;
    const { start, end } = result.location;
    // Results count lines and columns from 1.
    const location = {
      start: { line: start.line - 1, column: start.column - 1 },
      end: { line: end.line - 1, column: end.column - 1 },
    };
    const line: TestedMutant = {
      key: keyOf({ ...result, location }),
      status: result.status,
      reason: result.statusReason ?? null,
      killedBy: result.killedBy?.[0] ?? null,
    };
    appendFileSync(resultsFile!, `${JSON.stringify(line)}\n`);
  }
}

export const strykerPlugins = [
  { kind: PluginKind.Checker, name: 'drawn', injectableClass: DrawnChecker },
  { kind: PluginKind.Reporter, name: 'lines', injectableClass: LineReporter },
];
