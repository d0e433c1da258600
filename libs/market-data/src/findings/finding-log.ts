/** Collects findings: the first thousand of a kind are listed, the others counted. */

import type { TapefoldError } from '#values';
import type { Defect } from '../rows/row-defect.js';
import type { Finding, FindingCount } from './check-report.js';

const listedMax = 1000;

export class FindingLog {
  readonly errors: Finding[] = [];
  readonly warnings: Finding[] = [];
  private readonly kinds = new Map<string, Omit<FindingCount, 'listed'> & { count: number }>();

  error(file: string, line: number, defect: Defect): void {
    this.add('error', file, line, defect);
  }

  warning(file: string, line: number, defect: Defect): void {
    this.add('warning', file, line, defect);
  }

  get counts(): FindingCount[] {
    return [...this.kinds.values()].map((kind) => {
      return { ...kind, listed: Math.min(kind.count, listedMax) };
    });
  }

  /** Adds the findings of another log, in its order. */
  take(other: FindingLog, { warnings }: { warnings: boolean }): void {
    for (const { severity, file, line, ...defect } of [
      ...other.errors,
      ...(warnings ? other.warnings : []),
    ]) {
      this.add(severity, file, line, defect);
    }
    for (const { severity, what, count, listed } of other.counts) {
      const kind = this.kinds.get(`${severity} ${what}`);
      if (kind && (warnings || severity === 'error')) kind.count += count - listed;
    }
  }

  private add(severity: Finding['severity'], file: string, line: number, defect: Defect): void {
    const { what } = defect;
    const key = `${severity} ${what}`;
    const kind = this.kinds.get(key) ?? { severity, what, count: 0 };
    this.kinds.set(key, kind);
    if (++kind.count > listedMax) return;
    (severity === 'error' ? this.errors : this.warnings).push({ severity, file, line, ...defect });
  }
}

/** The line that an error names, 0 if it names none; the member after it goes into the defect. */
export function defectOfFailure(error: TapefoldError): { line: number; defect: Defect } {
  const { message, where = '', expected, found } = error;
  const start = where !== '' && message.startsWith(`${where}: `) ? where.length + 2 : 0;
  // The error's own words, without location, expectation and finding, which a defect
  // holds separately.
  const [what = message] = message.slice(start).split(/; (?:expected|found) /);
  const [, line, field] = / line (\d+)(?:: (.+))?$/s.exec(where) ?? [];
  return {
    line: Number(line ?? 0),
    defect: {
      what,
      ...(field === undefined ? {} : { field }),
      ...(expected === undefined ? {} : { expected }),
      ...(found === undefined ? {} : { found }),
    },
  };
}
