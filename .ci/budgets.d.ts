/** Types of the part of budgets.js that a test reads. */

export function budgetsOf(changelog: string): Map<string, number>;
