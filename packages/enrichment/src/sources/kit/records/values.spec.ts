/** Instants of publishers compare as text once they are read. */
import * as fc from 'fast-check';
import { instantOf } from './values.js';

it('are the same moments', () => {
  const written = fc.oneof(
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
      .map((at) => at.toISOString()),
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
      .map((at) => `${at.toISOString().slice(0, 19)}Z`),
    fc.constantFrom('2024-02-29T24:00:00Z', '2024-02-29T23:59:59.1Z', '2024-03-01T00:30:00+01:00'),
  );
  fc.assert(
    fc.property(written, (text) => {
      expect(instantOf(text, 'date')).toBe(new Date(text).toISOString());
    }),
  );
});

it.each(['2024-02-29', 'yesterday', '2024-13-01T00:00:00Z', '2024-01-01T25:00:00Z', 7, null])(
  'are none where none is written: %p',
  (value) => {
    expect(() => instantOf(value, 'date')).toThrow('date is not an instant');
  },
);
