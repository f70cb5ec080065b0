import { createHash } from 'node:crypto';
import { canonicalJson } from '../format/facts.js';
import { newPrivateKey, signingKey } from '../format/signature.js';
import { checkEvidence, signatureText, sumsText } from './evidence.js';

const KEY = signingKey(newPrivateKey());
const sum = (text: string): string => createHash('sha256').update(text).digest('hex');
const PARTS = [
  { name: 'rows.ndjson', bytes: 2, lines: 1, sha256: sum('1\n') },
  { name: 'empty.ndjson', bytes: 0, lines: 0, sha256: sum('') },
];

/** The files of a bundle; null stands for a folder of that name. */
function bundle(job_id = 'job_1'): Map<string, Buffer | null> {
  const about = { job_id, account_id: 1001, taken_at: '2026-11-22T12:00:00.000Z' };
  const manifest = Buffer.from(canonicalJson({ evidence: 'company-data evidence', ...about, parts: PARTS }));
  return new Map<string, Buffer | null>([
    ['rows.ndjson', Buffer.from('1\n')],
    ['empty.ndjson', Buffer.from('')],
    ['manifest.json', manifest],
    ['SHA256SUMS', Buffer.from(sumsText(manifest, PARTS))],
    ['signature.json', Buffer.from(signatureText(KEY.key_id, KEY.sign(manifest)))],
  ]);
}

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

async function found(files: ReadonlyMap<string, Buffer | null>) {
  const given = [...files].map(([name, bytes]) => ({
    name,
    pieces: bytes === null ? null : () => pieces(bytes),
  }));
  const { findings } = await checkEvidence(given, [KEY]);
  return findings.map(({ file, code }) => [file, code]);
}

it('evidence as it was signed has no finding', async () => {
  expect(await found(bundle('job \ufffd'))).toEqual([]);
});

it.each([
  ['an empty part', 'empty.ndjson', 'empty.ndjson', 'changed'],
  ['the manifest', 'manifest.json', null, 'dropped'],
  ['the signature', 'signature.json', null, 'not_signed'],
] as const)('a folder in the place of %s is no such file', async (_what, name, file, code) => {
  expect(await found(bundle().set(name, null))).toEqual([[file, code]]);
});

it('bytes of a manifest that read as the signed text, but are others, are refused', async () => {
  const files = bundle('job \ufffd');
  const [before = '', behind = ''] = String(files.get('manifest.json')).split('\ufffd');
  files.set('manifest.json', Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(behind)]));
  expect(await found(files)).toEqual([[null, 'not_signed']]);
});

it.each([
  ['a name twice', (text: string) => text.replace('{', '{"key_id":"0",')],
  ['a blank more', (text: string) => `${text} `],
  ['another field', (text: string) => text.replace('{', '{"a":1,')],
])('a signature with %s is none', async (_what, change) => {
  const files = bundle();
  files.set('signature.json', Buffer.from(change(String(files.get('signature.json')))));
  expect(await found(files)).toEqual([[null, 'not_signed']]);
});

it('SHA256SUMS must be there, with the sums of what was signed', async () => {
  const files = bundle();
  const sums = String(files.get('SHA256SUMS'));
  files.set('SHA256SUMS', Buffer.from(sums.replace(sum('1\n'), sum('2\n'))));
  expect(await found(files)).toEqual([['SHA256SUMS', 'changed']]);
  files.delete('SHA256SUMS');
  expect(await found(files)).toEqual([['SHA256SUMS', 'dropped']]);
});
