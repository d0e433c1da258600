/** How much a branch of a hierarchy weighs in a draw, by how many series are below it (FinRetrieval, Table 10). */

/** With ln(n + 1) for ln(n), so that a branch of one series can be drawn too. */
export const dampenings = {
  none: (n: number): number => n,
  sqrt: (n: number): number => Math.sqrt(n),
  log: (n: number): number => Math.log(n + 1),
  'sqrt-log': (n: number): number => Math.sqrt(Math.log(n + 1)),
  'log-log': (n: number): number => Math.log(Math.log(n + 1) + 1),
} as const;

export type Dampening = keyof typeof dampenings;
