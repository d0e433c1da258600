/** Messages with thousands of items, checked item by item without a library's steps around each. */

import { isDecisionEvent, isJournalEvent } from '../journal-event-schema.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * Whether a value is a whole message, by its `type`: true of nothing that its schema would refuse or change. What is
 * false here is for the schema to judge, which names the member that is wrong.
 */
export const isWholeMessage: Readonly<Record<string, (value: Members) => boolean>> = {
  Decisions: (value) =>
    isPart(value) && isCount(value['watermark']) && isListOf(isDecisionEvent, value['decisions']),
  Events: (value) =>
    isPart(value) &&
    (value['hash'] === null || isSha256(value['hash'])) &&
    isListOf(isJournalEvent, value['events']) &&
    value['events'].length > 0,
};

/** Type, version, run, number of the first item; and two members beyond these, which are looked at by whoever asks. */
const isPart = (value: Members): boolean =>
  Object.keys(value).length === 6 &&
  value['version'] === 1 &&
  isSha256(value['run']) &&
  isCount(value['first']) &&
  value['first'] > 0;

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;

const isSha256 = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

function isListOf<T>(
  isItem: (value: unknown) => value is T,
  value: unknown,
): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}
