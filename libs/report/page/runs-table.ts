/** Sorts the table of runs by a column, and filters it by name. */

const find = <E extends Element>(selector: string): E => document.querySelector<E>(selector)!;

/** Undefined figures stay below in either sort direction; equal ones keep the result's order. */
export function connectRuns(): void {
  const table = find<HTMLTableElement>('#runs-table');
  const [body] = table.tBodies as unknown as [HTMLTableSectionElement];
  const rows = [...body.rows];
  const status = find('#run-status');
  const sortBy = (head: HTMLTableCellElement): void => {
    const column = head.cellIndex;
    const isNumber = head.dataset['sortable'] === 'number';
    const before = head.getAttribute('aria-sort');
    const isDescending = before === null ? isNumber : before === 'ascending';
    const keyOf = (row: HTMLTableRowElement): string | number | null => {
      const cell = row.cells[column]!;
      const text = cell.dataset['sort'] ?? cell.textContent;
      if (!isNumber) return text;
      return text === '' ? null : Number(text);
    };
    const keyed = rows.map((row, at) => ({ row, at, key: keyOf(row) }));
    keyed.sort((a, b) => {
      if (a.key === null || b.key === null) {
        return Number(a.key === null) - Number(b.key === null) || a.at - b.at;
      }
      let order;
      if (a.key < b.key) {
        order = -1;
      } else if (a.key > b.key) {
        order = 1;
      } else {
        order = 0;
      }
      return (isDescending ? -order : order) || a.at - b.at;
    });
    for (const other of table.querySelectorAll('th[aria-sort]')) other.removeAttribute('aria-sort');
    const order = isDescending ? 'descending' : 'ascending';
    head.setAttribute('aria-sort', order);
    body.append(...keyed.map(({ row }) => row));
    status.textContent = `Sorted by ${head.textContent}, ${order}`;
  };
  for (const head of table.querySelectorAll<HTMLTableCellElement>('th[data-sortable]')) {
    const sorter = document.createElement('button');
    Object.assign(sorter, { type: 'button', textContent: head.textContent });
    sorter.addEventListener('click', () => sortBy(head));
    head.replaceChildren(sorter);
  }
  const field = find<HTMLInputElement>('#run-filter');
  field.closest<HTMLElement>('.controls')!.hidden = false;
  field.closest('label')!.hidden = rows.length < 8;
  field.addEventListener('input', () => {
    const wanted = field.value.trim().toLowerCase();
    for (const row of rows) {
      const name = `${row.cells[0]?.textContent} ${row.cells[1]?.textContent}`;
      row.hidden = !name.toLowerCase().includes(wanted);
    }
    status.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} runs`;
  });
}
