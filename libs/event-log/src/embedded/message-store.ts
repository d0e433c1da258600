/** The messages of one partition, kept in memory; `message-file.ts` keeps them in a file. */

import type { OutgoingMessage } from '../log/message-log.js';
import { messageBytes } from '../log/message-log-placement.js';
import type { RecordedMessage } from './message-record.js';

/** Offsets count from 0 without gaps. */
export interface MessageStore {
  /** The offset behind the last message. */
  readonly end: number;
  /** Settled when it returns. `Unavailable` when it cannot be written; then nothing was appended. */
  append(messages: readonly OutgoingMessage[], timestampMs: number): void;
  /** Messages from an offset on: at least one where there is one, and no further one beyond `bytesMax`. */
  read(from: number, bytesMax: number): RecordedMessage[];
  close(): void;
}

/** Keeps messages for as long as the process lives. */
export function memoryStore(): MessageStore {
  const kept: { message: RecordedMessage; bytes: number }[] = [];
  return {
    get end() {
      return kept.length;
    },
    append(messages, timestampMs) {
      for (const outgoing of messages) {
        const { key, value, headers = {} } = outgoing;
        // What UTF-8 cannot carry does not come back from a file or a broker either.
        const message = {
          key: key.toWellFormed(),
          value: value.toWellFormed(),
          headers,
          timestampMs,
        };
        kept.push({ message, bytes: messageBytes(outgoing) });
      }
    },
    read(from, bytesMax) {
      const messages: RecordedMessage[] = [];
      let bytes = 0;
      for (let offset = from; offset < kept.length; offset++) {
        const entry = kept[offset];
        if (entry === undefined) break;
        bytes += entry.bytes;
        if (messages.length > 0 && bytes > bytesMax) break;
        messages.push(entry.message);
      }
      return messages;
    },
    close() {},
  };
}
