/**
 * The script of a report page: theme, sorting, filter and read-out. The page remains
 * readable without it.
 */

import { connectCurves } from './curves.js';
import { connectRuns } from './runs-table.js';

const root = document.documentElement;

function connectTheme(button: HTMLElement): void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = (): boolean =>
    (root.dataset['theme'] ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const show = (): void => button.setAttribute('aria-pressed', String(isDark()));
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset['theme'] = isDark() ? 'light' : 'dark';
    show();
  });
  system.addEventListener('change', show);
  show();
}

/** A table that is wider than its area has a shadow at each edge where it continues. */
function showEdges(area: Element): void {
  const show = (): void => {
    const rest = area.scrollWidth - area.clientWidth - area.scrollLeft;
    area.classList.toggle('before', area.scrollLeft > 1);
    area.classList.toggle('after', rest > 1);
  };
  area.addEventListener('scroll', show, { passive: true });
  new ResizeObserver(show).observe(area);
}

/** A link to a folded run opens it. */
function unfold(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.querySelector('summary')?.focus({ preventScroll: true });
  target.scrollIntoView();
}

const theme = document.getElementById('theme');
if (theme !== null) connectTheme(theme);
for (const area of document.querySelectorAll('.scroll')) showEdges(area);
addEventListener('hashchange', unfold);
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a[href^="#run-"]') : null;
  if (link?.getAttribute('href') === location.hash) unfold();
});
unfold();
const data = document.getElementById('curve-data')?.textContent;
if (typeof data === 'string') {
  connectRuns();
  connectCurves(data);
}
