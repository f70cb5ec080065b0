import { areFigures, cell, cellText, hasContent, joinedCells, sheetTable } from './sheet.js';

describe('a cell as text', () => {
  it.each([
    ['words', 'as they are', 'as they are'],
    ['a count', 12_345, '12,345'],
    ['nothing', null, '-'],
    ['a time', cell.time('2026-11-21T12:00:00.000Z'), '2026-11-21 12:00:00 UTC'],
    ['an amount', cell.money('0.1', 'GBP'), '0.10 GBP'],
    ['an amount that no price makes', cell.money(null, 'GBP'), 'no price agreed'],
    ['the price of a unit', cell.price({ price: '1234.0125', currency: 'GBP' }), '1,234.0125 GBP'],
    ['a row', cell.row('job_1', 4_711), '4711'],
    ['an account', cell.account(1_001), '1001'],
    ['an event', cell.event({ stream: 'job-1', revision: 3 }), 'job-1@3'],
    [
      'several',
      ['key ', cell.key('abc'), ', ', joinedCells([cell.job('a'), cell.job('b')])],
      'key abc, a, b',
    ],
  ])('%s', (_, of, text) => {
    expect(cellText(of)).toBe(text);
  });

  it('is none where there is nothing of its kind', () => {
    expect([cell.client(''), cell.time(undefined), cell.job(null), joinedCells([])]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

it('knows a column of figures, with an amount missing or not', () => {
  expect(areFigures([1, null, cell.money('1', 'GBP'), cell.money(null, null)])).toBe(true);
  expect(areFigures(['321 kB', '99.4 %', ''])).toBe(true);
  expect(areFigures([1, '2026-11-21'])).toBe(false);
  expect(areFigures([null, null])).toBe(false);
});

describe('a table', () => {
  const rows = { row: (row: number) => row };

  it('has all its lines, says how many of them text shows, and how many were never there', () => {
    expect(sheetTable([1, 2, 3], rows, { maxLines: 2, unlisted: 4 })).toMatchObject({
      lines: [[1], [2], [3]],
      maxLines: 2,
      unlisted: 4,
    });
    expect(sheetTable([1, 2, 3], rows)).toMatchObject({ maxLines: 3, unlisted: 0 });
  });

  it('is a part of a sheet only where it says something', () => {
    expect(hasContent({ title: 'Rows', table: sheetTable([], rows) })).toBe(false);
    expect(hasContent({ title: 'Rows', table: sheetTable([], rows, { none: 'None.' }) })).toBe(true);
    expect(hasContent({ title: 'Rows', facts: { row: null } })).toBe(false);
  });
});
