/** Texts before judges, without the names of who wrote them. */

/** Without a name that stands there by itself. */
export function without(text: string, name: string): string {
  if (name === '') return text;
  const escaped = name.replace(/[^\w ]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'g'), 'withheld');
}
