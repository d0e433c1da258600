/** How much is measured: all of it in under five minutes, or a little, to see that it works. */

export const sizes = {
  full: {
    facts: { bars: 300_000, rounds: 5 },
    decisions: {
      bars: 1000,
      steps: [
        { runs: 1, rounds: 5 },
        { runs: 10, rounds: 5 },
        { runs: 100, rounds: 5 },
        { runs: 1000, rounds: 1 },
      ],
    },
    workers: { bars: 300, runs: 1000, rounds: 3 },
    latency: { seconds: 10, warmUpSeconds: 20, symbols: [1, 100] },
    projecting: { bars: 1000, runs: 100, rounds: 3 },
  },
  small: {
    facts: { bars: 30_000, rounds: 1 },
    decisions: {
      bars: 200,
      steps: [
        { runs: 1, rounds: 1 },
        { runs: 10, rounds: 1 },
      ],
    },
    workers: { bars: 100, runs: 30, rounds: 1 },
    latency: { seconds: 2, warmUpSeconds: 2, symbols: [1, 100] },
    projecting: { bars: 200, runs: 10, rounds: 1 },
  },
} as const;
