/** What is there for those who ask for it: a summary to open, by pointer or keyboard. */

import { markup, type Html } from './html.js';

export function folded(summary: string, content: Html | readonly Html[]): Html {
  return markup`<details class="inner"><summary>${summary}</summary>${content}</details>`;
}
