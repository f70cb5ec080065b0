/** The checker from outside, held against what others published: it must be able to say no. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  cosignedAt,
  openNote,
  provesGrowth,
  rootByPath,
  verifierOf,
} from '../../support/heads/outside-checker.js';

it('shares no code with the program', () => {
  const text = readFileSync(join(__dirname, '../../support/heads/outside-checker.ts'), 'utf8');
  const imported = [...text.matchAll(/(?:from |import\(|require\()\s*'([^']+)'/g)].map(([, name]) => name);
  expect(imported).toEqual(['node:crypto']);
});

it('opens the example of C2SP signed-note, and no other text, name or key', () => {
  const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
  const line =
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
  const text = 'This is an example message.\n';
  expect(openNote(`${text}\n${line}`, verifierOf(vkey))).toBe(text);
  expect(() => openNote(`This is another message.\n\n${line}`, verifierOf(vkey))).toThrow('not signed');
  expect(() => openNote(`${text}\n${line.replace('foo', 'bar')}`, verifierOf(vkey))).toThrow('not signed');
  expect(() => verifierOf(vkey.replace('530d903a', '530d903b'))).toThrow('another key id');
  expect(() => cosignedAt(`${text}\n${line}`, vkey)).toThrow('no Ed25519 key');
});

/** FiloSottile/litetlog, cmd/litewitness/testdata/litewitness.txt: trees of Sigsum of 1, 3 and 5 leaves. */
const head = (size: number, root: string) => ({ size, root: Buffer.from(root, 'base64') });
const ONE = head(1, 'KgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=');
const THREE = head(3, 'RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=');
const FIVE = head(5, 'QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=');
const leaf = (place: number): Buffer =>
  Buffer.from(`2a${place.toString(16).padStart(2, '0')}${'00'.repeat(30)}`, 'hex');
const ROOT_OF_TWO = Buffer.from('wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=', 'base64');

it('accepts the consistency proofs of a log of Sigsum, and none with a hash less, more or changed', () => {
  const proofs = [
    [ONE, THREE, [leaf(1), leaf(2)]],
    [THREE, FIVE, [leaf(2), leaf(3), ROOT_OF_TWO, leaf(4)]],
  ] as const;
  for (const [old, next, proof] of proofs) {
    expect(provesGrowth(old, next, proof)).toBe(true);
    expect(provesGrowth(next, old, proof)).toBe(false);
    expect(provesGrowth(old, next, [...proof, leaf(9)])).toBe(false);
    for (const at of proof.keys()) {
      expect(provesGrowth(old, next, proof.toSpliced(at, 1))).toBe(false);
      expect(provesGrowth(old, next, proof.with(at, leaf(9)))).toBe(false);
    }
  }
  expect([provesGrowth(FIVE, FIVE, []), provesGrowth(FIVE, { ...FIVE, root: ONE.root }, [])]).toEqual([
    true,
    false,
  ]);
  expect(rootByPath(leaf(2), 2, 3, [ROOT_OF_TWO])).toEqual(THREE.root);
});
