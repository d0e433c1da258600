/**
 * A read-out under each figure of curves: a native slider, which the pointer over a plot moves too.
 */

/** What the page states about its curves: `curveData` in `src/pages/render-report.ts`. */
interface CurveData {
  readonly axes: readonly Axis[];
  readonly runs: readonly {
    readonly label: string;
    /** Cents; null before the first mark. */
    readonly equity: readonly (number | null)[];
    /** Hundredths of a percent. */
    readonly drawdown: readonly number[];
  }[];
}

interface Axis {
  readonly dates: readonly string[];
  /** Where each mark is, in ten-thousandths of the width. */
  readonly at: readonly number[];
  /** The texts of each mark, if they do not follow from runs. */
  readonly texts?: readonly (readonly string[])[];
}

const sign = (value: number): string => (value < 0 ? '\u2212' : '');

function money(cents: number): string {
  const [whole = '', part = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${sign(cents)}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
}

const percent = (points: number): string =>
  `${sign(points)}${(Math.abs(points) / 100).toFixed(2)}%`;

/** The axis of a figure whose values are in its table. */
function axisOf(table: HTMLTableElement): Axis {
  const textsOf = (row?: HTMLTableRowElement) =>
    Array.from(row?.cells ?? [], (one) => one.textContent);
  const heads = textsOf(table.tHead?.rows[0]);
  const rows = Array.from(table.tBodies[0]?.rows ?? [], textsOf);
  return {
    dates: rows.map(([date = '']) => date),
    at: rows.map((_, at) => (rows.length === 1 ? 5000 : (at * 10000) / (rows.length - 1))),
    texts: rows.map((row) =>
      row.flatMap((text, at) => (at > 0 && text !== '' ? [`${heads[at]} ${text}`] : [])),
    ),
  };
}

/** Connects the figures of a page to its data, as JSON. */
export function connectCurves(json: string): void {
  const data = JSON.parse(json) as CurveData;
  // Only the runs that are opened cost anything, even among a thousand folded ones.
  for (const figure of document.querySelectorAll<HTMLElement>('.curves')) {
    const run = figure.closest('details:not([open])');
    if (run === null) connect(figure, data);
    else run.addEventListener('toggle', () => connect(figure, data), { once: true });
  }
}

function connect(figure: HTMLElement, data: CurveData): void {
  const table = figure.querySelector('table');
  const axis = table === null ? data.axes[Number(figure.dataset['axis'])]! : axisOf(table);
  const numbers = (figure.dataset['runs'] ?? '').split(' ');
  const runs = numbers.flatMap((number) => data.runs[Number(number)] ?? []);
  const area = figure.querySelector<HTMLElement>('.readout')!;
  const slider = area.querySelector('input')!;
  const text = area.querySelector('p')!;
  if (axis.dates.length === 0) return;
  area.hidden = false;
  // The read-out names each line beside its sign, so it takes the place of the legend.
  const legend = figure.querySelector<HTMLElement>('.legend')!;
  const signs = runs.length > 1 ? [...legend.querySelectorAll('svg')] : [];
  legend.hidden = runs.length > 1;
  slider.max = String(axis.dates.length - 1);
  slider.value = slider.max;
  const partsOf = (at: number): readonly string[] =>
    axis.texts?.[at] ??
    runs.map((run) => {
      const equity = run.equity[at] ?? null;
      const name = runs.length > 1 ? `${run.label} ` : '';
      if (equity === null) return `${name}not marked yet`;
      return `${name}${money(equity)} (drawdown ${percent(run.drawdown[at]!)})`;
    });
  const describe = (): void => {
    const at = Number(slider.value);
    const parts = [axis.dates[at]!, ...partsOf(at)];
    slider.setAttribute('aria-valuetext', parts.join('; '));
    text.replaceChildren(
      ...parts.map((part, place) => {
        const span = document.createElement('span');
        const icon = place === 0 ? undefined : signs[place - 1];
        span.append(...(icon === undefined ? [] : [icon.cloneNode(true), ' ']), part);
        return span;
      }),
    );
  };
  const show = (): void => {
    const x = `${axis.at[Number(slider.value)]! / 100}%`;
    for (const hair of figure.querySelectorAll('.crosshair')) hair.setAttribute('x', x);
    describe();
  };
  slider.addEventListener('input', show);
  slider.addEventListener('focus', show);
  for (const plot of figure.querySelectorAll<HTMLElement>('.plot')) {
    plot.addEventListener('pointermove', ({ clientX }) => {
      const { left, width } = plot.querySelector('.chart')!.getBoundingClientRect();
      const wanted = ((clientX - left) / width) * 10000;
      // Halfway to the next mark, that one is nearer.
      const isNearer = (at: number, mark: number): boolean =>
        (at + (axis.at[mark + 1] ?? Infinity)) / 2 >= wanted;
      slider.value = String(axis.at.findIndex(isNearer));
      show();
    });
  }
  describe();
}
