/** The most memory that this process ever had. */

import { readFileSync } from 'node:fs';

/**
 * Megabytes. On Linux from the kernel's status of the process, because `maxRSS` of a child starts at what its
 * parent had; elsewhere `maxRSS`.
 */
export function peakMegabytes(): number {
  return (linuxPeakKilobytes() ?? process.resourceUsage().maxRSS) / 1024;
}

function linuxPeakKilobytes(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const match = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return match === null ? undefined : Number(match[1]);
}
