/** Texts that others published: the examples of C2SP, and the requests that the tests of litewitness send. */
import { verify } from 'node:crypto';
import { parseCheckpoint } from '../src/checkpoint.js';
import { parseNote, parseVkey } from '../src/note.js';
import { cosignedAt, WitnessInTest } from './witness-in-test.js';

const SOFA = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
`;

describe('the examples of C2SP', () => {
  it('signed-note: the verifier key verifies the note', () => {
    const key = parseVkey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');
    const { text, signatures } = parseNote(`This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`);
    expect(signatures).toMatchObject([{ name: 'example.com/foo', id: '530d903a' }]);
    expect(verify(null, Buffer.from(text), key.key, signatures[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('signed-note: the text of a note may have empty lines', () => {
    const { text, signatures } = parseNote(`Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed è subito sera.

— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
`);
    expect(text.split('\n')).toHaveLength(5);
    expect(signatures).toMatchObject([{ name: 'quasimodo.example/salvatore', id: '367ba04b' }]);
  });

  it('tlog-cosignature: a cosignature has its time behind the key ID', () => {
    const note = parseNote(`${SOFA}
— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`);
    expect(note.text).toBe(SOFA);
    expect(parseCheckpoint(note.text)).toMatchObject({
      origin: 'example.com/behind-the-sofa',
      size: 20852163n,
    });
    expect(note.signatures.map(({ id }) => id)).toEqual(['033de0ae', '8d66cf3f']);
    expect(note.signatures[1]?.bytes.readBigUInt64BE()).toBe(1679315147n);
  });
});

/** FiloSottile/litetlog, cmd/litewitness/testdata/litewitness.txt. */
const SIGSUM = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562';
const SIGSUM_KEY = `${SIGSUM}+5202289b+Af/cLU2Y5BJNP+r3iMDC+av9eWCD0fBJVDfzAux5zxAP`;
const HEADS = {
  1: [
    'KgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
    'UgIom7fPZTqpxWWhyjWduBvTvGVqsokMbqTArsQilegKoFBJQjUFAmQ0+YeSPM3wfUQMFSzVnnNuWRTYrajXpNUbIQY=',
  ],
  3: [
    'RcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=',
    'UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=',
  ],
  5: [
    'QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=',
    'UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=',
  ],
} as const;

const sigsumText = (size: keyof typeof HEADS, origin = SIGSUM): string =>
  `${origin}\n${size}\n${HEADS[size][0]}\n`;
const sigsum = (
  old: number,
  proof: readonly string[],
  size: keyof typeof HEADS,
  change = (line: string) => line,
): string =>
  `${[`old ${old}`, ...proof].join('\n')}\n\n${sigsumText(size)}\n${change(`— ${SIGSUM} ${HEADS[size][1]}`)}\n`;

describe('the requests of litewitness', () => {
  it('to a log of Sigsum are answered by its statuses, and 404 by the newer text', () => {
    const asked = new WitnessInTest([`vkey ${SIGSUM_KEY}`]);
    try {
      const proof3 = [
        'KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        'KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      ];
      const proof5 = [
        'KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        'KgMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
        'wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=',
        'KgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
      ];
      const wrong = [proof3[0] ?? '', 'KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAA='];
      cosignedAt(asked.ask(sigsum(0, [], 1)), asked.cosigner.vkey, sigsumText(1));
      expect(asked.ask(sigsum(1, proof3, 3, (line) => line.replace('6go=', '6gx=')))).toMatch(/^403 /);
      expect(asked.ask(sigsum(1, proof3, 3).replaceAll('e562', 'e563'))).toMatch(/^404 /);
      expect(asked.ask(sigsum(1, [], 3))).toMatch(/^422 /);
      expect(asked.ask(sigsum(1, wrong, 3))).toMatch(/^422 /);
      cosignedAt(asked.ask(sigsum(1, proof3, 3)), asked.cosigner.vkey, sigsumText(3));
      expect(asked.ask(sigsum(1, proof5, 5))).toBe('409 3');
      cosignedAt(asked.ask(sigsum(3, proof5, 5)), asked.cosigner.vkey, sigsumText(5));
      expect(asked.ask(sigsum(0, [], 5))).toBe('409 5');
    } finally {
      asked.remove();
    }
  });

  it('to the log of Go modules, whose origin is not the name of its key', () => {
    const origin = 'go.sum database tree';
    const key = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
    const asked = new WitnessInTest([`vkey ${key}`, `origin ${origin}`]);
    try {
      const text = `${origin}\n35225469\nvt5T6GaLCXvyHFl9VUvvItR43XZxfLgftEcTyO3eJCQ=\n`;
      const line =
        '— sum.golang.org Az3grpukl5AXaVfYkLiDGORx/DN2nlcS5kZHR5uYOBV2KA2HgXpD+gu9HHONebHLAyaKbbTM75QTtPydhKCExixSfwQ=';
      cosignedAt(asked.ask(`old 0\n\n${text}\n${line}\n`), asked.cosigner.vkey, text);
    } finally {
      asked.remove();
    }
  });
});
