/** Milliseconds that a client of an HTTP server has for its headers and its request, before it is cut off by 408. */
export const serverTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
} as const;
