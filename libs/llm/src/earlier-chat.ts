/**
 * Chat requests of before calls without an id were numbered, and before thoughts went back: recordings of then are
 * replayed and resumed.
 */

import { items, member, textMember } from './transcript/loose-json.js';

/** What the library made up for a call without an id, and what stands there now. */
const madeUp = /^(?:[0-9A-Za-z]{16}|call-[0-9]+)$/;

/** A canonical request without what differs between versions: ids that no provider gave, and what goes back to it. */
export function earlierChat(value: unknown): unknown {
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
