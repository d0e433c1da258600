/**
 * Platforms as npm tells them apart: of this process, of an entry, and of a package by its name.
 */

import type { LockEntry } from './lock-entries.ts';

export interface Platform {
  readonly os: string;
  readonly cpu: string;
  /** Only on Linux, and only if it matters there. */
  readonly libc?: string;
}

export function thisPlatform(): Platform {
  const { platform: os, arch: cpu } = process;
  return os === 'linux' ? { os, cpu, libc: libcHere() } : { os, cpu };
}

/** As npm finds it: a Node that is linked with glibc reports its version. */
function libcHere(): string {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

export const platformText = ({ os, cpu, libc }: Platform): string =>
  [os, cpu, ...(libc === undefined ? [] : [libc])].join(' ');

/** Whether npm would install the entry there; what an entry does not name, it does not ask for. */
export function isFor(entry: LockEntry, { os, cpu, libc }: Platform): boolean {
  return admits(entry.os, os) && admits(entry.cpu, cpu) && admits(entry.libc, libc);
}

function admits(list: readonly string[] | undefined, value: string | undefined): boolean {
  if (list === undefined || (list.length === 1 && list[0] === 'any')) return true;
  if (value === undefined || list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((one) => one.startsWith('!'));
}

const systems = 'aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32';
const processors = 'arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64';
const convention = new RegExp(`(?:^|[/-])(${systems})-(${processors})(?:-([a-z]+))?$`);

/**
 * The platform of a package of binaries, by the end of its name, as napi-rs names such packages:
 * system, processor, and on Linux gnu or musl. Without either of these it is for glibc if it has a
 * twin for musl among `siblings`, and else for both. Undefined for other names. A test compares
 * this with the registries.
 */
export function platformOfName(name: string, siblings: readonly string[]): Platform | undefined {
  const [, os, cpu, abi] = convention.exec(name) ?? [];
  if (os === undefined || cpu === undefined) return undefined;
  if (os !== 'linux') return { os, cpu };
  if (abi === 'musl') return { os, cpu, libc: 'musl' };
  const hasTwin = abi === undefined && siblings.includes(`${name}-musl`);
  return abi === 'gnu' || hasTwin ? { os, cpu, libc: 'glibc' } : { os, cpu };
}
