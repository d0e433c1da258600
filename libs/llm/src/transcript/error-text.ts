/** The error of a response, whichever way its API words it. */

import { member, shown, textMember } from '../calls/loose-json.js';

/** null where the body is no error. */
export function errorText(body: unknown): string | null {
  const error = member(body, 'error');
  if (error === undefined || error === null) return null;
  const kind = textMember(error, 'type') ?? textMember(error, 'status');
  const message = textMember(error, 'message') ?? shown(error);
  return kind === undefined ? message : `${kind}: ${message}`;
}
