/** Text of clients in a sheet, as the console shows it. */
import { activeIn, HOSTILE } from '../../../test/support/browser/hostile-html.js';
import { cell, sheetTable, type Sheet } from '../../../packages/words/src/sheet/sheet.js';
import { renderPart } from './document.js';
import { SheetView } from './sheet.js';

const SHEET: Sheet = {
  title: ['Key ', cell.code(HOSTILE), ' ', cell.badge(HOSTILE, 'bad')],
  sentences: [cell.client(HOSTILE), { tone: 'bad', says: HOSTILE }],
  facts: { name: cell.client(HOSTILE), job: cell.job(HOSTILE), left: null },
  parts: [
    {
      title: HOSTILE,
      table: sheetTable(
        [1, 2, 3],
        { [HOSTILE]: () => cell.client(HOSTILE), units: (row) => row },
        { maxLines: 2 },
      ),
    },
    { title: 'Nothing is here', table: sheetTable([], {}) },
  ],
};

const html = (): string => renderPart(SheetView({ sheet: SHEET }));

it('is inert wherever it stands', () => {
  expect(activeIn(html())).toEqual([]);
  expect(html()).not.toMatch(/[\u202e\u2066\u0007\u001b]/);
});

it('is set apart, and things lead to their pages', () => {
  expect(html()).toContain('<bdi class="client">');
  expect(html()).toContain(`href="/jobs/${encodeURIComponent(HOSTILE).replaceAll("'", '&#39;')}"`);
});

it('leaves out facts of nothing and parts that say nothing, and tells how many lines are not shown', () => {
  expect(html()).not.toContain('Left');
  expect(html()).not.toContain('Nothing is here');
  expect(html()).toContain('1 more are not shown.');
  expect(html()).toContain('<th scope="col" class="figure">Units</th>');
});
