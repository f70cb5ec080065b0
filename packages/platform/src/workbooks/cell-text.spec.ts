import { MAX_CELL_LENGTH, cellText, textCell } from './cell-text.js';

describe('a cell of a workbook', () => {
  it.each([
    [null, ''],
    ['a', 'a'],
    [12_012_363, '12012363'],
    [12_012_363.5, '12012363.5'],
    [true, 'TRUE'],
    [false, 'FALSE'],
    [new Date('2026-11-29T00:00:00Z'), '2026-11-29'],
    [new Date('2026-11-29T13:30:05Z'), '2026-11-29 13:30:05'],
    [new Date('1899-12-30T13:30:00Z'), '13:30:00'],
    [new Date(Number.NaN), ''],
  ])('%j is %j as text', (value, text) => expect(cellText(value)).toBe(text));

  it('holds a text that is not read otherwise, and no more than fits', () => {
    expect(textCell('=1+1')).toBe('=1+1');
    expect(textCell('_x0041_ _xyz_ \uffff')).toBe('_x005F_x0041_ _xyz_ ');
    expect(textCell('x'.repeat(MAX_CELL_LENGTH))).toHaveLength(MAX_CELL_LENGTH);
    const cut = textCell('x'.repeat(MAX_CELL_LENGTH + 1));
    expect(cut).toHaveLength(MAX_CELL_LENGTH);
    expect(cut.endsWith('x [cut]')).toBe(true);
  });
});
