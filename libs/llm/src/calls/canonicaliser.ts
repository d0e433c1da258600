/** What of a request is noise, as data: a canonicaliser for each kind of client. */

import { z } from 'zod';

/**
 * How a request becomes canonical: members are dropped, then texts replaced, then it is canonical JSON. Listed in the
 * result.
 */
export const canonicaliserSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/),
  /** JSON pointers; `*` stands for every element or member. */
  drop: z.array(z.string().startsWith('/')).default([]),
  /** Within every text of the request, in this order. */
  replace: z.array(z.strictObject({ pattern: z.string(), with: z.string() })).default([]),
});
export type Canonicaliser = Readonly<z.infer<typeof canonicaliserSchema>>;

/** Of agents whose requests repeat by themselves: nothing is noise. */
export const exactRequests: Canonicaliser = { id: 'exact-1', drop: [], replace: [] };

/** All that this version knows: gateways use them, results list them, and verification knows them by their ids. */
export const ownCanonicalisers: readonly Canonicaliser[] = [exactRequests];
