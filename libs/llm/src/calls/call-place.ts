/** Where a call stands, in words, and what to say when the request there is another. */

import { corruptJournal, printable, type TapefoldError } from '#values';
import { canonicalRequest, type Difference, firstDifference } from './canonical.js';
import type { Canonicaliser } from './canonicaliser.js';
import type { AskKey, OpenedAsk } from './ask.js';
import type { CallKey, ClaimedCall } from './recorded-call.js';
import { items, member, textMember } from './loose-json.js';

/** What the library made up for a call without an id, and what stands there now. */
const madeUp = /^(?:[0-9A-Za-z]{16}|call-[0-9]+)$/;

/** Digits of a run's id that tell it from others. */
const idLength = 12;

/** Who asks, and for which session: by these a person finds the run's folder and its transcript. */
export type Asker = Pick<OpenedAsk, 'agent' | 'session'> & {
  /** When the decision is late, ISO 8601, UTC. */
  readonly deadline?: string;
};

export const askPlace = ({ run, asOf, attempt }: AskKey, { agent, session }: Asker): string => {
  const day = session === null ? '' : `, session ${session}`;
  const id = run.slice(0, idLength);
  return `agent ${printable(agent, 64)}${day} (as-of ${asOf}, run ${id}), attempt ${attempt}`;
};

export const callPlace = (key: CallKey, asker: Asker): string =>
  `${askPlace(key, asker)}, call ${key.ordinal}${key.lane === 'main' ? '' : ` of lane ${key.lane}`}`;

export const callId = ({ run, asOf, attempt, lane, ordinal }: CallKey): string =>
  `${run}/${asOf}/${attempt}/${lane}/${ordinal}`;

/** Undefined where both come to the same canonical request, or did so for an earlier version. */
export function requestDifference(
  recorded: ClaimedCall,
  made: ClaimedCall,
  canonicaliser: Canonicaliser,
): Difference | undefined {
  if (recorded.digest === made.digest) return undefined;
  const [expected, found] = [recorded, made].map(
    (call) => canonicalRequest(readOf(call), canonicaliser).value,
  );
  const difference = firstDifference(expected, found);
  if (difference === undefined || made.api !== 'openai-chat') return difference;
  const isEarlier = firstDifference(earlierChat(expected), earlierChat(found)) === undefined;
  return isEarlier ? undefined : difference;
}

/** `CorruptJournal` where the recorded request is not the one that its digest was computed of. */
export function requireOwnDigest(
  recorded: ClaimedCall,
  canonicaliser: Canonicaliser,
  asker: Asker,
): void {
  const { digest } = canonicalRequest(readOf(recorded), canonicaliser);
  if (recorded.canonicaliser !== canonicaliser.id || recorded.digest === digest) return;
  throw corruptJournal('the recorded request is not the one of its digest', {
    where: callPlace(recorded, asker),
    expected: recorded.digest,
    found: digest,
  });
}

export const otherRequest = (
  made: ClaimedCall,
  { pointer, expected, found }: Difference,
  asker: Asker,
): TapefoldError =>
  corruptJournal('the run asks something other than what was recorded', {
    where: `${callPlace(made, asker)}, request at ${pointer}`,
    expected,
    found,
  });

const readOf = ({ path, headers, request }: ClaimedCall) => ({
  path,
  headers,
  body: JSON.parse(request) as unknown,
});

/**
 * A canonical request without what differs between versions: ids that no provider gave, and what goes back to it. Chat
 * requests of before calls without an id were numbered, and before thoughts went back, are replayed and resumed.
 */
function earlierChat(value: unknown): unknown {
  const names = new Map<string, string>();
  const renamed = (id: string | undefined): string | undefined => {
    if (id === undefined || !madeUp.test(id)) return id;
    return names.get(id) ?? names.set(id, `call ${names.size}`).get(id);
  };
  const messages = items(member(member(value, 'body'), 'messages')).map((message) => {
    const { reasoning_content: _, reasoning_details: __, ...rest } = Object(message) as Members;
    const result = textMember(message, 'tool_call_id');
    const calls = items(member(message, 'tool_calls')).map((call) => ({
      id: renamed(textMember(call, 'id')),
      function: member(call, 'function'),
    }));
    return { ...rest, tool_call_id: renamed(result), tool_calls: calls };
  });
  return { ...(value as object), body: { ...(member(value, 'body') as object), messages } };
}

type Members = Readonly<Record<string, unknown>>;
