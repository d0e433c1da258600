/**
 * Milliseconds that an HTTP client has to send its headers and its request, before it is
 * cut off with 408.
 */
export const serverTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
} as const;
