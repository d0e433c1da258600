/**
 * Finds copies of hidden files: `run --prices` copies the price files that it gets into the data
 * set of its run.
 */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileInput, hashOfInput } from '#market-data/rows/byte-input';

/** Files that are compared at most. */
const filesMax = 100_000;

export class HiddenContents {
  /** Paths of hidden files by their size, listed once they are needed. */
  private bySize: Map<number, string[]> | undefined;

  /** `data`: files and folders that are hidden, absolute; they need not exist. */
  constructor(private readonly data: readonly string[]) {}

  /** Whether a file that is not empty has the content of a hidden one. */
  holds(path: string): boolean {
    const size = sizeOf(path);
    if (size === undefined || size === 0) return false;
    this.bySize ??= this.listed();
    const alike = this.bySize.get(size) ?? [];
    if (alike.length === 0) return false;
    const hash = hashOf(path);
    return hash !== undefined && alike.some((hidden) => hashOf(hidden) === hash);
  }

  private listed(): Map<number, string[]> {
    const bySize = new Map<number, string[]>();
    const folders: string[] = [];
    let files = 0;
    const add = (path: string): void => {
      const size = sizeOf(path);
      if (size === undefined || ++files > filesMax) return;
      const alike = bySize.get(size);
      if (alike === undefined) bySize.set(size, [path]);
      else alike.push(path);
    };
    for (const path of this.data) {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat?.isDirectory() === true) folders.push(path);
      else add(path);
    }
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory()) folders.push(join(folder, entry.name));
        else add(join(folder, entry.name));
      }
    }
    return bySize;
  }
}

/** Undefined for what is no file, or no more. */
function sizeOf(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? stat.size : undefined;
}

function hashOf(path: string): string | undefined {
  try {
    const input = fileInput(path, path);
    try {
      return hashOfInput(input);
    } finally {
      input.close();
    }
  } catch {
    return undefined;
  }
}
