import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { AsnConvert } from '@peculiar/asn1-schema';
import { anchor, openssl, tokenOf, type Wrongs } from '../../support/heads/time-authority.js';
import { TokenError, timeIn } from '../../../packages/platform/src/time-stamps/token.js';

const TEXT = Buffer.from('example.com/log\n3\nroot\n');
const made = (wrong: Wrongs = {}): Buffer =>
  Buffer.from(AsnConvert.serialize(tokenOf(createHash('sha256').update(TEXT).digest(), wrong)));
const AT = new Date('2027-01-02T03:04:05Z');

it.each(['ecdsa', 'rsa'] as const)('takes what OpenSSL stamped with a key of %s', (kind) => {
  const { text, token } = openssl(kind);
  expect(timeIn(token, text, [anchor()]).toISOString()).toMatch(/^2026-11-29T20:/);
  expect(() => timeIn(token, TEXT, [anchor()])).toThrow('it is for another text');
  expect(() => timeIn(token, text, [anchor('stranger')])).toThrow('no trust anchor');
  expect(() => timeIn(token, text, [anchor()], Buffer.of(1))).toThrow('it answers another request');
});

it('gives the time in it, by the root, the issuer or the authority as an anchor', () => {
  for (const name of ['root', 'middle', 'tsa'])
    expect(timeIn(made({ time: AT }), TEXT, [anchor('stranger'), anchor(name)])).toEqual(AT);
  expect(timeIn(made({ time: AT, bare: true }), TEXT, [anchor('tsa')])).toEqual(AT);
  expect(timeIn(made({ time: AT, nonce: Buffer.of(5, 6) }), TEXT, [anchor()], Buffer.of(5, 6))).toEqual(AT);
});

it.each<[string, Wrongs, string]>([
  ['of a stranger', { signer: 'stranger-tsa' }, 'no trust anchor leads'],
  ['of a key that is for code', { signer: 'plain' }, 'may not sign time stamps'],
  ['from before its certificate', { time: new Date('2020-01-01') }, 'no trust anchor leads'],
  ['from behind its certificate', { time: new Date('2190-01-01') }, 'no trust anchor leads'],
  ['of another text', { text: 'other' }, 'for another text'],
  ['with another nonce', { nonce: Buffer.of(6) }, 'another request'],
  ['without a nonce', { nonce: null }, 'another request'],
  ['whose signature is of other bytes', { forged: true }, 'its signature is wrong'],
  ['that names another certificate', { misnamed: true }, 'its signature is wrong'],
  ['without a certificate', { bare: true }, 'no certificate of its signer'],
])('refuses a token %s', (_name, wrong, message) => {
  const nonce = Buffer.of(5);
  const token = made({ nonce, ...wrong });
  expect(() => timeIn(token, TEXT, [anchor()], nonce)).toThrow(message);
  expect(() => timeIn(token, TEXT, [anchor()], nonce)).toThrow(TokenError);
});

it('refuses a token without any anchor', () => {
  expect(() => timeIn(made(), TEXT, [])).toThrow('no trust anchor');
});

it('refuses bytes that are no token, and a token with any byte changed, and never fails otherwise', () => {
  const { text, token } = openssl('ecdsa');
  const time = timeIn(token, text, [anchor()]).getTime();
  const change = fc.record({ at: fc.nat(token.length - 1), to: fc.integer({ min: 1, max: 255 }) });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), change), (given) => {
      const bytes = given instanceof Uint8Array ? given : Buffer.from(token);
      if (!(given instanceof Uint8Array)) bytes[given.at] = (bytes[given.at] ?? 0) ^ given.to;
      try {
        // Bytes that nothing covers, such as a version, may change; the time may not.
        expect(timeIn(bytes, text, [anchor()]).getTime()).toBe(time);
      } catch (error) {
        expect(error).toBeInstanceOf(TokenError);
      }
    }),
    { numRuns: process.env['TEST_LONG'] === undefined ? 100 : 20_000 },
  );
});
