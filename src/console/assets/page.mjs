/** What every page does with scripts: local times on hover, tables that sort, menus that close. */

/** The reader's local time is shown where the pointer rests on a time in UTC. */
document.addEventListener('pointerover', ({ target }) => {
  const time = target.closest?.('time[datetime]:not([title])');
  if (time)
    time.title = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'long' });
});

/** An open menu closes where somebody clicks elsewhere or presses Escape. */
const closeMenus = (except) => {
  for (const menu of document.querySelectorAll('nav details[open]')) if (menu !== except) menu.open = false;
};
document.addEventListener('click', ({ target }) => closeMenus(target.closest?.('nav details')));
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeMenus(null);
});

/** A part that is fetched again waits while somebody reads what is folded out in it. */
document.addEventListener('htmx:beforeRequest', (event) => {
  if (event.target.querySelector('details[open]')) event.preventDefault();
});

const NUMBER = /^-?[\d,]+(?:\.\d+)?(?: \S{1,3})?$/;
const valueOf = (row, at) => {
  const cell = row.cells[at];
  const text = cell.querySelector('time')?.dateTime ?? cell.textContent.trim();
  return NUMBER.test(text) ? Number(text.replace(/,/g, '').split(' ')[0]) : text;
};
const compare = (one, other) =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other));

function sortBy(table, at) {
  const head = table.tHead.rows[0].cells[at];
  const order = head.ariaSort === 'ascending' ? 'descending' : 'ascending';
  for (const each of table.tHead.rows[0].cells) each.ariaSort = each === head ? order : null;
  const sign = order === 'ascending' ? 1 : -1;
  const rows = [...table.tBodies[0].rows];
  rows.sort((one, other) => sign * compare(valueOf(one, at), valueOf(other, at)));
  table.tBodies[0].append(...rows);
}

/** Each heading of a sortable table becomes a button. */
function makeSortable(root) {
  for (const table of root.querySelectorAll('table.sortable'))
    for (const [at, head] of [...table.tHead.rows[0].cells].entries()) {
      if (head.querySelector('a, button')) continue;
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'sort';
      button.append(...head.childNodes);
      button.addEventListener('click', () => sortBy(table, at));
      head.append(button);
    }
}
makeSortable(document);
document.addEventListener('htmx:load', ({ target }) => makeSortable(target));
