/** Concepts whose values may have either sign, told by their names: a negative value of one is no error. */

const names = new RegExp(
  [
    '^IncreaseDecrease',
    '^Net.*Change',
    'NetOf',
    '^AdjustmentsToReconcile',
    '^(NetIncome|NetLoss|NetEarning|ProfitLoss)',
    'Gains?.*OrLoss|GainLoss|GainsLosses',
    '^NetCashProvidedByUsedIn',
    '^(StockholdersEquity|Equity)',
    '^(RetainedEarnings|AccumulatedDeficit|AccumulatedOther)',
  ].join('|'),
);

/** Takes a name without its prefix. */
export const isTwoWay = (name: string): boolean => names.test(name);
