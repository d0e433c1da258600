/** What the vendor's error codes mean for us: whether to retry, and what a person should do. */

interface VendorError {
  readonly reason: string;
  /** Whether a retry is useless. */
  readonly fatal: boolean;
}

/** docs.alpaca.markets, "WebSocket Stream", section on errors. */
const errors: Readonly<Record<number, VendorError>> = {
  400: { reason: 'invalid syntax', fatal: true },
  401: { reason: 'not authenticated', fatal: false },
  402: { reason: 'authentication failed: the key or the secret is wrong', fatal: true },
  403: { reason: 'already authenticated', fatal: false },
  404: { reason: 'authentication timed out', fatal: false },
  405: { reason: 'symbol limit exceeded', fatal: true },
  406: {
    reason: 'connection limit exceeded: another client is connected with this key',
    fatal: false,
  },
  407: { reason: 'slow client', fatal: false },
  408: { reason: 'this version of the stream is not enabled for the account', fatal: true },
  409: { reason: 'insufficient subscription', fatal: true },
  410: { reason: 'a channel that this feed does not have', fatal: true },
  500: { reason: 'internal error of the vendor', fatal: false },
};

/** Codes after which the connection still works. */
export const isHarmless = (code: number): boolean => code === 403;

/** An undocumented error is treated as transient. `said` is the vendor's own text. */
export function vendorError(code: number, message: string): VendorError {
  const known = errors[code];
  if (known === undefined) return { reason: message || 'unknown error', fatal: false };
  const isMore = message !== '' && !known.reason.startsWith(message);
  return { reason: isMore ? `${known.reason} (${message})` : known.reason, fatal: known.fatal };
}
