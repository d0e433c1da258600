/** HTML as a type of its own: text becomes markup only by being escaped. */

/** Markup that is safe to place in a page. Made by `markup` and `trustedHtml` alone. */
export interface Html {
  readonly text: string;
}

type Part = Html | string | number | null | false | readonly (Html | null | false)[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Controls (but tab and line ends), bidirectional overrides and lone surrogates: a
 * reader sees U+FFFD.
 */
const unprintable =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/** Most texts: nothing to escape, and no unprintable characters. */
const plain = /^[ !#-%(-;=?-~]*$/;

/** Text for element content and quoted attributes; unprintable characters become U+FFFD. */
export function escapeHtml(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(unprintable, '\ufffd').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/**
 * A template whose strings and numbers are escaped; null and false produce nothing,
 * lists are joined.
 */
export function markup(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let text = literals[0] ?? '';
  parts.forEach((part, index) => {
    text += markupOf(part) + (literals[index + 1] ?? '');
  });
  return { text };
}

/** Markup written by this room itself: style, script, and paths made of numbers. */
export function trustedHtml(text: string): Html {
  return { text };
}

/**
 * JSON for a data block: without a `<` that could end the element, and without
 * unprintable characters.
 */
export function jsonForScript(value: unknown): Html {
  const text = JSON.stringify(value)
    .replace(unprintable, '\ufffd')
    .replace(
      /[<>&\u2028\u2029]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  return { text };
}

function markupOf(part: Part): string {
  if (part === null || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  if ('text' in part) return part.text;
  return part.map(markupOf).join('');
}
