/** What Linux tells of one process in `/proc/PID/stat`. */

export interface ProcessStat {
  /** Id of the process that started it, or that it was handed to. */
  readonly parent: number;
  /** User and system time of all its threads. Its children have times of their own. */
  readonly processorSeconds: number;
}

/** Linux reports times to programs in hundredths of a second, whatever the kernel's own tick is. */
const ticksPerSecond = 100;

/** Positions after the name, as proc(5) numbers them less three: state, ppid, …, utime, stime. */
const parentAt = 1;
const userTimeAt = 11;
const systemTimeAt = 12;

/**
 * Null if the text is not a whole line of `stat`, such as that of a process that has just ended.
 */
export function parseProcessStat(line: string): ProcessStat | null {
  // The name stands in parentheses and may have spaces and parentheses itself; what
  // follows has none.
  const nameEnd = line.lastIndexOf(')');
  if (nameEnd === -1) return null;
  const fields = line
    .slice(nameEnd + 1)
    .trim()
    .split(' ');
  const userTicks = numberAt(fields, userTimeAt);
  const systemTicks = numberAt(fields, systemTimeAt);
  const stat = {
    parent: numberAt(fields, parentAt),
    processorSeconds: (userTicks + systemTicks) / ticksPerSecond,
  };
  return Number.isFinite(stat.parent + stat.processorSeconds) ? stat : null;
}

function numberAt(fields: readonly string[], index: number): number {
  return Number(fields[index] ?? Number.NaN);
}
