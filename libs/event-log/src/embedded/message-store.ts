/** The messages of one partition, kept in memory; `message-file.ts` keeps them in a file. */

import type { OutgoingMessage } from '../log/message-log.js';
import { messageBytes } from '../log/message-log-placement.js';
import type { RecordedMessage } from './message-record.js';

/** Offsets count from 0 without gaps. */
export interface MessageStore {
  /** The offset after the last message. */
  readonly end: number;
  /** Stored on return. `Unavailable` if it cannot be written; then nothing was appended. */
  append(messages: readonly OutgoingMessage[], timestampMs: number): void;
  /** Messages from an offset on: at least one if there is any, and no more beyond `bytesMax`. */
  read(from: number, bytesMax: number): RecordedMessage[];
  close(): void;
}

/** Keeps messages for the life of the process. */
export function memoryStore(): MessageStore {
  const kept: { message: RecordedMessage; bytes: number }[] = [];
  return {
    get end() {
      return kept.length;
    },
    append(messages, timestampMs) {
      for (const outgoing of messages) {
        const { key, value, headers = {} } = outgoing;
        // Files and brokers lose what UTF-8 cannot encode, so memory does too.
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
