/** The folder of an embedded log: one process at a time, segment files by topic and partition, two small tables. */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { corruptJournal, unavailable } from '#values';
import { takeLock } from './folder-lock.js';
import { openMessageFile } from './message-file.js';
import { memoryStore, type MessageStore } from './message-store.js';

/** What an embedded log stores, and where; `undefined`: nothing stored yet. */
export interface MessageKeeper {
  store(topic: string, partition: number): MessageStore;
  table(name: TableName): unknown;
  keep(name: TableName, value: unknown): void;
  close(): void;
}
type TableName = 'topics' | 'groups';

/** Keeps everything in memory. */
export function memoryKeeper(): MessageKeeper {
  return { store: memoryStore, table: () => undefined, keep() {}, close() {} };
}

/**
 * Opens or creates a folder. `Conflict` while another process (or another log in this one) has it open,
 * `CorruptJournal` if one of its tables is not JSON, `Unavailable` if it cannot be read or written.
 */
export function openKeeperFolder(
  folder: string,
  onWriteFailure: (error: Error) => void = () => undefined,
): MessageKeeper {
  const lock = join(folder, 'lock');
  const told = <T>(write: () => T): T => {
    try {
      return write();
    } catch (error) {
      onWriteFailure(error as Error);
      throw error;
    }
  };
  guarded(folder, () => mkdirSync(folder, { recursive: true }));
  takeLock(lock, 'the log is open elsewhere');
  return {
    store(topic, partition) {
      guarded(folder, () => mkdirSync(join(folder, topic), { recursive: true }));
      const file = openMessageFile(join(folder, topic, `${partition}.log`));
      return {
        get end() {
          return file.end;
        },
        append: (messages, timestampMs) => told(() => file.append(messages, timestampMs)),
        read: (from, bytesMax) => file.read(from, bytesMax),
        close: () => file.close(),
      };
    },
    table: (name) => readTable(join(folder, `${name}.json`)),
    keep(name, value) {
      const path = join(folder, `${name}.json`);
      told(() =>
        guarded(path, () => {
          writeFileSync(`${path}.new`, JSON.stringify(value), { flush: true });
          renameSync(`${path}.new`, path);
        }),
      );
    },
    close: () => rmSync(lock, { force: true }),
  };
}

function readTable(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw unavailable('a table of the log cannot be read', { where: path, cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw corruptJournal('a table of the log is no JSON', { where: path, cause });
  }
}

function guarded<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw unavailable('the folder of the log cannot be used', { where, found, cause });
  }
}

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT';
