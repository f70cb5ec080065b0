import fc from 'fast-check';
import { recognise, normalisedValue } from './value.js';
import { SUPPRESSED_KINDS } from './suppressed.js';

it.each([
  ['Jane.Doe+news@Example.CO.UK', 'email', 'jane.doe+news@example.co.uk'],
  ['mailto:info@bücher.co.uk', 'email', 'info@xn--bcher-kva.co.uk'],
  ['+44 (0)20 7946 0958', 'phone', '+442079460958'],
  ['020 7946 0958', 'phone', '+442079460958'],
  ['0044 20 7946 0958', 'phone', '+442079460958'],
  ['+1 (415) 555-0134', 'phone', '+14155550134'],
  ['https://www.Example.co.uk/contact', 'domain', 'example.co.uk'],
  ['shop.example.co.uk', 'domain', 'shop.example.co.uk'],
  ['123456780001', 'person_number', '12345678'],
  ['tZ6pVWwqdRyPOb1hCNlkS7bT-Fo', 'person_number', 'tZ6pVWwqdRyPOb1hCNlkS7bT-Fo'],
  ['DOE, Jane Mary born 1970-05', 'person_name', 'DOE JANE MARY born 1970-05'],
  ['Mrs Jane Mary Doe, born 1970-05', 'person_name', 'DOE JANE MARY born 1970-05'],
  ['Seán O’Brien OBE Appointed 2020-01-02', 'person_name', 'OBRIEN SEAN appointed 2020-01-02'],
  ['sc123456', 'company_number', 'SC123456'],
  [' IP21926R ', 'company_number', 'IP21926R'],
  ['sl00911a', 'company_number', 'SL00911A'],
  ['IP000CUS', 'company_number', 'IP000CUS'],
  ['EN000001', 'company_number', 'EN000001'],
])('takes %s for a value of kind %s', (text, kind, value) => {
  expect(recognise(text, null)).toEqual({ outcome: 'recognised', kind, value });
});

it('asks what eight or twelve digits are where they may be several things', () => {
  expect(recognise('01234567', null)).toMatchObject({
    outcome: 'ambiguous',
    detail: expect.stringContaining('--kind person_number|company_number') as unknown,
  });
  expect(recognise('447911123456', null)).toMatchObject({ outcome: 'ambiguous' });
  expect(recognise('01234567', 'person_number')).toMatchObject({ value: '01234567' });
  expect(recognise('01234567', 'company_number')).toMatchObject({ value: '01234567' });
});

it.each([
  '',
  '1234567',
  'Jane Doe',
  'Jane Doe born 1970',
  'Jane Doe born 1970-13',
  'Jane Doe appointed 2020-02-30',
  'Mr born 1970-05',
  'example',
  'jane@localhost',
  '10.0.0.1',
  '12 High Street',
])('refuses %j', (text) => {
  expect(recognise(text, null)).toMatchObject({ outcome: 'unknown' });
});

it('refuses what is none of the kind that is named', () => {
  expect(recognise('1234567', 'company_number')).toMatchObject({
    outcome: 'unknown',
    detail: "'1234567' is not a value of kind company_number.",
  });
});

it('writes what it has written the same again', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...SUPPRESSED_KINDS),
      fc.oneof(
        fc.emailAddress(),
        fc.domain(),
        fc.stringMatching(/^[+0]\d{6,14}$/),
        fc.string(),
        fc.string({ unit: 'binary', minLength: 1 }).map((name) => `${name} born 1970-05`),
      ),
      (kind, text) => {
        const once = normalisedValue(kind, text);
        if (once !== null) expect(normalisedValue(kind, once)).toBe(once);
      },
    ),
  );
});
