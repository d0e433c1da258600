/** The pages' only scripts: theme, sorting, filter and read-out. The pages remain readable without them. */

const theme = `
  const button = document.getElementById('theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const showTheme = () => button.setAttribute('aria-pressed', String(isDark()));
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    showTheme();
  });
  system.addEventListener('change', showTheme);
  showTheme();
`;

/** Undefined figures stay below in either sort direction; equal ones keep the result's order. */
const sorting = `
  const table = document.getElementById('runs-table');
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const status = document.getElementById('run-status');
  const sortBy = (head) => {
    const column = head.cellIndex;
    const number = head.dataset.sortable === 'number';
    const before = head.getAttribute('aria-sort');
    const descending = before === null ? number : before === 'ascending';
    const key = (row) => {
      const cell = row.cells[column];
      const text = cell.dataset.sort ?? cell.textContent;
      return !number ? text : text === '' ? null : Number(text);
    };
    const keyed = rows.map((row, at) => ({ row, at, key: key(row) }));
    keyed.sort((a, b) => {
      if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.at - b.at;
      const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
      return (descending ? -order : order) || a.at - b.at;
    });
    for (const other of table.querySelectorAll('th[aria-sort]')) other.removeAttribute('aria-sort');
    const order = descending ? 'descending' : 'ascending';
    head.setAttribute('aria-sort', order);
    body.append(...keyed.map(({ row }) => row));
    status.textContent = 'Sorted by ' + head.textContent + ', ' + order;
  };
  for (const head of table.querySelectorAll('th[data-sortable]')) {
    const sorter = Object.assign(document.createElement('button'), { type: 'button', textContent: head.textContent });
    sorter.addEventListener('click', () => sortBy(head));
    head.replaceChildren(sorter);
  }
`;

const filter = `
  const field = document.getElementById('run-filter');
  field.closest('.controls').hidden = false;
  field.closest('label').hidden = rows.length < 8;
  field.addEventListener('input', () => {
    const wanted = field.value.trim().toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const name = row.cells[0].textContent + ' ' + row.cells[1].textContent;
      row.hidden = !name.toLowerCase().includes(wanted);
      if (!row.hidden) shown += 1;
    }
    status.textContent = shown + ' of ' + rows.length + ' runs';
  });
`;

/** A native slider does the work: arrow keys, Home and End, touch; the pointer over a plot moves it. */
const readout = `
  const data = JSON.parse(document.getElementById('curve-data').textContent);
  const money = (cents) => {
    const [whole, part] = (Math.abs(cents) / 100).toFixed(2).split('.');
    return (cents < 0 ? '\\u2212' : '') + whole.replace(/\\B(?=(\\d{3})+$)/g, ',') + '.' + part;
  };
  const percent = (points) => (points < 0 ? '\\u2212' : '') + (Math.abs(points) / 100).toFixed(2) + '%';
  const tableAxis = (table) => {
    const heads = [...table.tHead.rows[0].cells].map((head) => head.textContent + ' ');
    const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent));
    return {
      dates: rows.map(([date]) => date),
      at: rows.map((_, at) => (rows.length === 1 ? 5000 : (at * 10000) / (rows.length - 1))),
      texts: rows.map((row) => row.flatMap((text, at) => (at > 0 && text ? [heads[at] + text] : []))),
    };
  };
  const connect = (figure) => {
    const table = figure.querySelector('table');
    const axis = table ? tableAxis(table) : data.axes[Number(figure.dataset.axis)];
    const runs = (figure.dataset.runs ?? '').split(' ').map((number) => data.runs[Number(number)]);
    const area = figure.querySelector('.readout');
    const slider = area.querySelector('input');
    const text = area.querySelector('p');
    if (axis.dates.length === 0) return;
    area.hidden = false;
    // The read-out names each line beside its sign, so it takes the place of the legend.
    const legend = figure.querySelector('.legend');
    const signs = runs.length > 1 ? [...legend.querySelectorAll('svg')] : [];
    legend.hidden = runs.length > 1;
    slider.max = String(axis.dates.length - 1);
    slider.value = slider.max;
    const parts = (at) => axis.texts?.[at] ?? runs.map((run) => {
      const equity = run.equity[at];
      const name = runs.length > 1 ? run.label + ' ' : '';
      if (equity === null) return name + 'not marked yet';
      return name + money(equity) + ' (drawdown ' + percent(run.drawdown[at]) + ')';
    });
    const describe = () => {
      const at = Number(slider.value);
      const all = [axis.dates[at], ...parts(at)];
      slider.setAttribute('aria-valuetext', all.join('; '));
      text.replaceChildren(...all.map((part, place) => {
        const span = document.createElement('span');
        span.append(...(place > 0 && signs.length > 0 ? [signs[place - 1].cloneNode(true), ' '] : []), part);
        return span;
      }));
    };
    const show = () => {
      const x = axis.at[Number(slider.value)] / 100 + '%';
      for (const hair of figure.querySelectorAll('.crosshair')) hair.setAttribute('x', x);
      describe();
    };
    slider.addEventListener('input', show);
    slider.addEventListener('focus', show);
    for (const plot of figure.querySelectorAll('.plot')) {
      plot.addEventListener('pointermove', (event) => {
        const box = plot.querySelector('.chart').getBoundingClientRect();
        const wanted = ((event.clientX - box.left) / box.width) * 10000;
        // Halfway to the next mark, that one is nearer.
        const next = axis.at.findIndex((at, mark) => (at + (axis.at[mark + 1] ?? Infinity)) / 2 >= wanted);
        slider.value = String(next);
        show();
      });
    }
    describe();
  };
  // Of a thousand folded runs only those that are opened cost anything.
  for (const figure of document.querySelectorAll('.curves')) {
    const run = figure.closest('details:not([open])');
    if (run === null) connect(figure);
    else run.addEventListener('toggle', () => {
      if (!figure.dataset.connected) connect(figure);
      figure.dataset.connected = 'yes';
    });
  }
`;

/** A table that is wider than its area has a shadow at each edge where it continues. */
const edges = `
  for (const area of document.querySelectorAll('.scroll')) {
    const show = () => {
      const rest = area.scrollWidth - area.clientWidth - area.scrollLeft;
      area.classList.toggle('before', area.scrollLeft > 1);
      area.classList.toggle('after', rest > 1);
    };
    area.addEventListener('scroll', show, { passive: true });
    new ResizeObserver(show).observe(area);
  }
`;

/** A link to a folded run opens it. */
const unfolding = `
  const unfold = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
      target.querySelector('summary').focus({ preventScroll: true });
      target.scrollIntoView();
    }
  };
  addEventListener('hashchange', unfold);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#run-"]') : null;
    if (link !== null && link.getAttribute('href') === location.hash) unfold();
  });
  unfold();
`;

/** The text of a page's one script element; the content policy has its hash. */
export const pageScript = (hasCurves: boolean): string => `(() => {
  'use strict';
  const root = document.documentElement;
  {${theme}}
  {${edges}}
  {${unfolding}}
  ${hasCurves ? `{${sorting}${filter}}\n  {${readout}}` : ''}
})();
`;
