import { formatApiKey, keyIdIn, parseApiKey } from './api-key.js';
import type { KeyId } from './ids.js';

const SECRET = 'abcdefghijABCDEFGHIJ0123456789abcdefghij';
const TEXT = `svc_live_abc123def456_${SECRET}`;

describe('an API key', () => {
  it('reads back as it was written', () => {
    const key = { environment: 'test', key_id: 'abc123def456' as KeyId, secret: SECRET } as const;
    expect(parseApiKey(formatApiKey(key))).toEqual(key);
  });

  it.each([
    ['no prefix', TEXT.slice(4)],
    ['another prefix', TEXT.replace('live', 'prod')],
    ['an upper-case prefix', TEXT.replace('svc', 'SVC')],
    ['a key id that is too short', TEXT.replace('abc123', 'abc12')],
    ['upper case in the key id', TEXT.replace('abc123', 'ABC123')],
    ['a secret that is too short', TEXT.slice(0, -1)],
    ['a secret that is too long', `${TEXT}a`],
    ['another character in the secret', TEXT.replace('ABC', 'A-C')],
    ['a blank at the end', `${TEXT} `],
    ['a line break at the end', `${TEXT}\n`],
    ['nothing', ''],
  ])('is not one with %s', (_, text) => {
    expect(parseApiKey(text)).toBeNull();
  });

  it.each([['abc123def456'], ['svc_live_abc123def456'], [TEXT], [` ${TEXT}\n`], [TEXT.slice(0, 30)]])(
    'is known by its id when somebody writes %j',
    (text) => {
      expect(keyIdIn(text)).toBe('abc123def456');
    },
  );

  it('has no id in other text', () => {
    expect(keyIdIn('my key')).toBeNull();
    expect(keyIdIn('ABC123DEF456')).toBeNull();
  });
});
