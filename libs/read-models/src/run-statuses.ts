/** Where a run stands. */

/**
 * `submitted`: nothing came of it yet. `running`: decisions or records came. `finished`: its journal is closed.
 * `cancelled`: nobody wants the rest. `failed`: it cannot go on, because its tape cannot, or because numbers are
 * missing on its topics.
 */
export const runStatuses = ['submitted', 'running', 'finished', 'cancelled', 'failed'] as const;
export type RunStatus = (typeof runStatuses)[number];
