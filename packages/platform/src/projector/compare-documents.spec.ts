import { canonicalText } from './compare-documents.js';

it('a document is its fields in the order of their names, and the SHA-256 of its bytes', () => {
  const fields = { b: 1, a: 'x' };
  expect(canonicalText({ fields })).toBe('{"a":"x","b":1}');
  // FIPS 180-4, the digest of `abc`
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(canonicalText({ fields, body: Buffer.from('abc') })).toBe(`{"a":"x","b":1}\n${digest}`);
});
