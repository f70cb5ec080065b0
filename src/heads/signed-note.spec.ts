import { TRUSTED } from '../../test/support/statements/statements.js';
import { openCheckpoint } from '../../test/support/heads/outside-checker.js';
import { CHECKPOINT_KEY } from '../../test/support/heads/logs-of-heads.js';
import { checkpointText, isKeyName, signerName, signatureLine, vkeyOf } from './signed-note.js';

it('makes the verifier key of the example of C2SP', () => {
  const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
  const publicKey = Buffer.from(vkey.split('+')[2] ?? '', 'base64')
    .subarray(1)
    .toString('hex');
  expect(vkeyOf('example.com/foo', publicKey)).toBe(vkey);
  expect(signerName(vkey)).toBe('example.com/foo');
});

it('signs checkpoints that an outside checker opens, and only with its own key', () => {
  const root = Buffer.alloc(32, 7);
  const text = checkpointText('example.com/log', 0, root);
  const note = `${text}\n${signatureLine('example.com/log', CHECKPOINT_KEY, text)}`;
  const vkey = vkeyOf('example.com/log', CHECKPOINT_KEY.public_key);
  expect(openCheckpoint(note, vkey)).toEqual({ origin: 'example.com/log', size: 0, root });
  const other = vkeyOf('example.com/log', TRUSTED[0]?.public_key ?? '');
  expect(() => openCheckpoint(note, other)).toThrow('not signed');
  expect(() => openCheckpoint(note.replace('\n0\n', '\n1\n'), vkey)).toThrow('not signed');
});

it.each([
  ['api.example.com/log', true],
  ['', false],
  ['a b', false],
  ['a\u00a0b', false],
  ['a\u2028b', false],
  ['a+b', false],
  ['a\nb', false],
])('takes %j for a key name: %s', (name, is) => expect(isKeyName(name)).toBe(is));
