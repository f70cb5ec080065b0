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

it('leaves out facts of nothing and parts that say nothing, and shows every line, whatever text leaves out', () => {
  expect(html()).not.toContain('Left');
  expect(html()).not.toContain('Nothing is here');
  expect(html().match(/<tr/g)).toHaveLength(1 + 3);
  expect(html()).toContain('<th scope="col" class="figure">Units</th>');
});

it('breaks no short code and no date of a heading, and an e-mail address behind its @', () => {
  const long = 'job_01JDXB8Z5N0000000000000001';
  const html = renderPart(
    SheetView({
      sheet: {
        title: cell.code('domain_validation'),
        facts: { job: cell.code(long), 'e-mail': cell.client('data@example.co.uk') },
        parts: [{ title: 'Usage, 2026-11-01 to 2026-11-30', facts: { units: 1 } }],
      },
    }),
  );
  expect(html).toContain('<code class="whole">domain_validation</code>');
  expect(html).toContain(`<code>${long}</code>`);
  expect(html).toContain('data@<wbr/>example.co.uk'.replace('/>', html.includes('<wbr/>') ? '/>' : '>'));
  expect(html).toContain('<span class="whole">2026-11-30</span></h2>');
});

describe('a long table of a sheet', () => {
  const lines = Array.from({ length: 250 }, (_, line) => `line ${line}`);
  const table = sheetTable(lines, { line: (line) => line }, { maxLines: 20 });
  const sheet: Sheet = { title: 'A key', parts: [{ title: 'Looked at, the newest', table }] };
  const shown = (query: Record<string, string>): readonly string[] => {
    const page = renderPart(SheetView({ sheet, place: { path: '/keys/k', query } }));
    return [...page.matchAll(/line \d+|href="[^"]*"|[\d,]+ to \d+ of \d+/g)].map(([text]) => text);
  };

  it('has pages in a field of its own, and keeps what else the address says', () => {
    expect(shown({ from: '2026-11-01' })).toEqual([
      ...lines.slice(0, 100),
      '1 to 100 of 250',
      'href="/keys/k?from=2026-11-01&amp;looked_at_the_newest_page=2"',
      'href="/keys/k?from=2026-11-01&amp;looked_at_the_newest_page=3"',
    ]);
  });

  it('is shown to its last line', () => {
    expect(shown({ looked_at_the_newest_page: '3' }).slice(0, 51)).toEqual([
      ...lines.slice(200),
      '201 to 250 of 250',
    ]);
  });
});
