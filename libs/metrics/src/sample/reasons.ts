/** What a report says where a figure does not exist, when several metrics share the reason. */

export const noMark = 'there is no mark';
export const noVariation = 'the returns do not vary';
export const noRoundTrip = 'no round trip was closed';
export const firstMarkNotPositive = 'equity at the first mark was not positive';
