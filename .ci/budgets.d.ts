export function budgetsOf(changelog: string): Map<string, number>;
