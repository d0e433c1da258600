/** The frame of every report page: policy, style, header with its facts, footer, script. */

import { pageScript } from '#report/page-script';
import { contentPolicy } from './content-policy.js';
import { type Section, sectionHtml } from './elements.js';
import { markup, trustedHtml, type Html } from './html.js';
import { pageStyle } from './page-style.js';

interface PageFrame {
  /** Name of the scenario. */
  readonly name: string;
  /** Kind of report: shown above the name, and in the title. */
  readonly kind: string;
  readonly synthetic: boolean;
  readonly facts: Html;
  /** In reading order; null for one that has nothing to show. */
  readonly sections: readonly (Section | null)[];
  /** Data of the curves, between footer and script. */
  readonly data?: Html;
  /** Added to the rules of all pages. Trusted: it is inserted into the page unescaped. */
  readonly style?: string;
}

/** The whole page as text. */
export function pageText(frame: PageFrame): string {
  const { data = null, style = '' } = frame;
  const sections = frame.sections.filter((section) => section !== null);
  return markup`<!doctype html>
<html lang="en">
${head(frame, pageStyle + style)}
<body>
<a class="skip" href="#main">Skip to the content</a>
${signSymbols}
${pageHeader(frame, sections)}
<main id="main" tabindex="-1">
${sections.map(sectionHtml)}
</main>
<footer><p>Written by Tapefold. This file makes no requests and needs no network.</p></footer>
${data}<script>${trustedHtml(pageScript)}</script>
</body>
</html>
`.text;
}

function head({ name, kind }: PageFrame, style: string): Html {
  return markup`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, pageScript)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${name}: ${kind.toLowerCase()}</title>
<style>${trustedHtml(style)}</style>
</head>`;
}

function pageHeader(
  { name, kind, synthetic, facts }: PageFrame,
  sections: readonly Section[],
): Html {
  const badge = synthetic && markup` <span class="badge">synthetic data</span>`;
  const items = sections.map(
    ({ id, title, link = title }) =>
      link !== null && markup`<li><a href="#${id}">${link}</a></li>\n`,
  );
  return markup`<header>
<div class="title"><div><p class="kind">${kind}</p><h1>${name}${badge}</h1></div>
<button type="button" id="theme" aria-pressed="false" hidden>Dark theme</button></div>
${facts}
<nav aria-label="Sections"><ul>${items}</ul></nav>
</header>`;
}

/** Links to the pages before and after one of several, and to the index of all, by these names. */
export function pageLinks(page: number, isLast: boolean, names: readonly string[]): Html {
  const [before = '', all = '', next = ''] = names;
  return markup`<p class="pages">${page > 1 && markup`<a rel="prev" href="${page - 1}.html">${before}</a>`}
<a href="index.html">${all}</a>
${!isLast && markup`<a rel="next" href="${page + 1}.html">${next}</a>`}</p>`;
}

/** From a page of a run to the page of its result. */
export const reportLink = markup`<p class="aside"><a href="../../report.html">Report of the result</a></p>`;

/**
 * The signs that all figures refer to: triangles up and down, a diamond for a profit, a cross
 * for none, a dot.
 */
const signSymbols = trustedHtml(
  '<svg class="unseen" aria-hidden="true" width="0" height="0"><defs>' +
    '<path id="long" d="M0 0l4.5 8h-9z"/><path id="short" d="M0 0l4.5-8h-9z"/>' +
    '<path id="gain" d="M0-5l5 5-5 5-5-5z"/><path id="loss" d="M-4-4l8 8m0-8l-8 8"/>' +
    '<path id="up" d="M0 0l5 9h-10z"/><path id="down" d="M0 0l5-9h-10z"/>' +
    '<circle id="flat" r="4"/></defs></svg>',
);
