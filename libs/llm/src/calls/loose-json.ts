/** Members of JSON that somebody else wrote: whatever is not of the form that is looked for is not there. */

/** A member of an object; undefined for everything else. */
export function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/** The items of an array; none for everything else. */
export const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text; undefined for everything else. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** A member that is a text. */
export const textMember = (value: unknown, name: string): string | undefined =>
  text(member(value, name));

/** A text as it is, anything else as JSON, nothing as an empty text. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value);
  } catch {
    // Nested deeper than the stack.
    return '(JSON that cannot be shown)';
  }
}

/** The texts of a list of content parts (`text`, `input_text`, `output_text`), or a content that is a text itself. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return items(content)
    .map((part) => textMember(part, 'text') ?? textMember(part, 'refusal') ?? placeholder(part))
    .filter((said) => said !== '')
    .join('\n');
}

/** Images and other parts that are no text are named, not shown. */
function placeholder(part: unknown): string {
  const type = textMember(part, 'type');
  return type === undefined ? '' : `(${type})`;
}
