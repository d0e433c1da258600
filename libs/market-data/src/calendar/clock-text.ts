/** Clock times as text. */

/** `09:30`, from the minutes after midnight. */
export function clockText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return [hours, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
