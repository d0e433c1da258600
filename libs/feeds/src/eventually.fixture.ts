/**
 * Waits until a condition holds, as long as a busy machine may need; polls often, so that
 * tests stay fast.
 */

import { vi } from 'vitest';

export const eventually = (holds: () => void): Promise<void> =>
  vi.waitFor(holds, { timeout: 30_000, interval: 5 });
