/** Runs of a cluster as its gateway returns them, for tests. */

import { civilDate } from '#values';
import { resolvePolicy } from '#portfolio';
import type { Run } from './gateway-answers.js';

export const submission = 'c'.repeat(64);

/** A run of the first hundred days of 2021; `id` is one hexadecimal digit. */
export function clusterRun(id: string, label: string, change: Partial<Run> = {}): Run {
  return {
    run: id.repeat(64),
    label,
    submission,
    plan: {
      workflow: 'trading',
      agent: { id: 'hold', kind: 'buy-and-hold' },
      directory: '',
      symbols: ['WAVE'],
      portfolio: false,
      repeat: 0,
      baseSeed: 0,
      seed: 1,
      policy: resolvePolicy('close'),
      capital: 100_000,
      currency: 'USD',
      decide: 'session-close',
      firstSession: civilDate(2021, 1, 1),
      lastSession: civilDate(2021, 4, 10),
      sessionsPerYear: 365,
      data: 'd'.repeat(64),
      file: null,
    },
    status: 'running',
    records: 0,
    asOf: 0,
    time: 0,
    journalHash: null,
    tapeHash: null,
    failure: null,
    cancelReason: null,
    isScored: false,
    tapeFacts: null,
    isTapeClosed: false,
    isTapePaused: false,
    ...change,
  };
}
