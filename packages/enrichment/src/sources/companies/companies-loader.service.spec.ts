import fc from 'fast-check';
import { parsePublishedNumber } from '../../../../words/src/company-number.js';
import { SeenNumbers } from './companies-loader.service.js';

const published = fc.oneof(
  fc.stringMatching(/^\d{8}$/),
  fc.stringMatching(/^[A-Z][A-Z0-9]\d{6}$/),
  fc.stringMatching(/^[A-Z][A-Z0-9]\d{5}[A-Z]$/),
  fc.stringMatching(/^[A-Z][A-Z0-9]\d{4}[A-Z]{2}$/),
  fc.stringMatching(/^[A-Z][A-Z0-9]\d{3}[A-Z0-9]{3}$/),
);

it('knows every number exactly once, whatever its form', () => {
  fc.assert(
    fc.property(fc.array(published, { maxLength: 60 }), (numbers) => {
      const seen = new SeenNumbers();
      const known = new Set<string>();
      for (const number of numbers) {
        expect(parsePublishedNumber(number)).toBe(number);
        expect(seen.add(number)).toBe(!known.has(number));
        known.add(number);
      }
    }),
  );
});

it('tells apart numbers that differ only in their form', () => {
  const seen = new SeenNumbers();
  const alike = [
    '00000325',
    'IP000325',
    'IP00325R',
    'IP00325C',
    'IP0032RS',
    'SC000325',
    'R0000325',
    'RC000325',
    'SC0003E1',
    'SC0001E3',
    'SC000CUS',
  ];
  expect(alike.map((number) => seen.add(number))).toEqual(alike.map(() => true));
  expect(alike.map((number) => seen.add(number))).toEqual(alike.map(() => false));
});
