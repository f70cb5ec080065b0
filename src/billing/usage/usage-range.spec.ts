import * as fc from 'fast-check';
import { dayOf, isRequestDay } from '../../../packages/words/src/calendar.js';
import { usageRange } from './usage-range.js';

const TODAY = new Date('2026-11-21T23:59:59.999Z');

describe('the days of a usage query', () => {
  it.each<[string, { from?: string; to?: string }, object]>([
    ['are the last 30 days before today and today', {}, { from: '2026-10-22', to: '2026-11-21' }],
    ['are counted back from the end', { to: '2026-03-01' }, { from: '2026-01-30', to: '2026-03-01' }],
    ['run to today', { from: '2026-11-01' }, { from: '2026-11-01', to: '2026-11-21' }],
    [
      'may be a single one',
      { from: '2026-11-21', to: '2026-11-21' },
      { from: '2026-11-21', to: '2026-11-21' },
    ],
    ['may be 366', { from: '2025-11-21', to: '2026-11-21' }, { from: '2025-11-21', to: '2026-11-21' }],
    ['may not be 367', { from: '2025-11-20', to: '2026-11-21' }, { problems: ['too_long'] }],
    ['may not run backwards', { from: '2026-11-22', to: '2026-11-21' }, { problems: ['from_after_to'] }],
    ['must be in the calendar', { from: '2026-02-29', to: '2026-03-01' }, { problems: ['from_is_no_date'] }],
    ['may not end before 1900', { to: '0000-01-15' }, { problems: ['to_is_no_date'] }],
    ['may not begin before 1900', { from: '1899-12-31' }, { problems: ['from_is_no_date'] }],
    ['may not be of five digits', { to: '+010000-01-01' }, { problems: ['to_is_no_date'] }],
    ['may begin with 1900', { to: '1900-01-01' }, { from: '1899-12-02', to: '1900-01-01' }],
    [
      'must be dates, both',
      { from: 'yesterday', to: '21/11/2026' },
      { problems: ['from_is_no_date', 'to_is_no_date'] },
    ],
  ])('%s', (_title, asked, expected) => {
    expect(usageRange(asked, TODAY)).toEqual(expected);
  });

  it('never throw, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (from, to) => {
        const range = usageRange({ from, to }, TODAY);
        if ('problems' in range) expect(range.problems).not.toEqual([]);
        else expect([isRequestDay(range.to), range.from <= range.to]).toEqual([true, true]);
      }),
    );
  });

  it('are those of the calendar', () => {
    const moment = fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(fc.property(moment, (time) => expect(isRequestDay(dayOf(time))).toBe(true)));
  });
});
