/** Sections as data: what a page, or the details of a run, consists of, in the order of a list. */

import { markup, type Html } from './html.js';

export interface PageSection<Needs> {
  /** Unique in the list; of a section with a heading, the heading’s anchor. */
  readonly id: string;
  /** The name in the list of links; the title as well, where `render` does not write its own. */
  readonly link: string;
  /** Null where there is nothing to show: then the section is left out, and so is its link. */
  readonly render: (needs: Needs) => Html | null;
}

/** Renders the sections that have something to show. */
export function renderSections<Needs>(
  sections: readonly PageSection<Needs>[],
  needs: Needs,
): { readonly links: readonly (readonly [string, string])[]; readonly content: readonly Html[] } {
  const shown = sections.flatMap(({ id, link, render }) => {
    const html = render(needs);
    return html === null ? [] : [{ id, link, html }];
  });
  return {
    links: shown.map(({ id, link }) => [id, link] as const),
    content: shown.map(({ html }) => markup`${html}\n`),
  };
}

/** A section of the page under its heading. */
export function titledSection(id: string, title: string, content: Html): Html {
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;
}
