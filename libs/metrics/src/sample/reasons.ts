/** Reasons for missing figures in reports that several metrics share. */

export const noMark = 'there is no mark';
export const noVariation = 'the returns do not vary';
export const noRoundTrip = 'no round trip was closed';
export const firstMarkNotPositive = 'equity at the first mark was not positive';
