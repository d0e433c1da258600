/** Terms and their values side by side. */

import { markup, type Html } from './html.js';

/** Values are text, or markup such as `code`. */
export function termList(facts: readonly (readonly [string, Html | string])[]): Html {
  const entries = facts.map(
    ([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>\n`,
  );
  return markup`<dl class="facts">${entries}</dl>`;
}

/** Text to copy letter by letter. */
export function code(text: string): Html {
  return markup`<code>${text}</code>`;
}
