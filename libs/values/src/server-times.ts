/** How long a client of an HTTP server may take to send its request; one that is slower is answered 408 and cut off. */

/** Milliseconds, under the names of Node's options: for all headers, for the whole request, and between two looks. */
export const serverTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
} as const;
