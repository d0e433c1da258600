/** When a server wants to be asked again, by its header `Retry-After`: seconds, or a date. */

/** An hour: whoever wants more is asked again all the same. */
const waitMaxMs = 3_600_000;

/** Milliseconds from `now` (milliseconds since 1970), an hour at most; undefined where it does not say. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : undefined;
  const until = seconds === undefined ? Date.parse(header) : now + seconds * 1000;
  return Number.isNaN(until) ? undefined : Math.min(waitMaxMs, Math.max(0, until - now));
}
