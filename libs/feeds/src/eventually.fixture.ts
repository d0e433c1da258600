/** Waits until something holds, for as long as a busy machine may need: looked at often, so that tests stay quick. */

import { vi } from 'vitest';

export const eventually = (holds: () => void): Promise<void> =>
  vi.waitFor(holds, { timeout: 30_000, interval: 5 });
