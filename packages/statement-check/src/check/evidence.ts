/**
 * Checks the evidence of a dispute with the public keys alone (`docs/billing.md`, "Evidence for a dispute"):
 * the manifest is as it was signed, and each part is as the manifest says.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../format/facts.js';
import { signatureFault } from './line-faults.js';
import type { TrustedKey } from './public-keys.js';
import {
  hasShape,
  isCount,
  isHash,
  isObject,
  isText,
  isTime,
  listOf,
  matches,
  parsedJson,
} from './shapes.js';

export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'signature.json';
export const SUMS_FILE = 'SHA256SUMS';
export const EVIDENCE_FORMAT = 'company-data evidence';

/** A file of the evidence, on a disk or in a browser. */
interface EvidenceFile {
  readonly name: string;
  /** Reads the bytes, from the first. It is called at most once. Null: it is no file. */
  readonly pieces: (() => AsyncIterable<Uint8Array>) | null;
}

interface SignedPart {
  readonly name: string;
  readonly sha256: string;
}
/** The parts of a manifest that are told and compared. */
interface SignedManifest {
  readonly job_id: string;
  readonly account_id: number;
  /** ISO 8601, UTC. */
  readonly taken_at: string;
  readonly parts: readonly SignedPart[];
}

interface EvidenceFinding {
  /** The file; null: the evidence as a whole. */
  readonly file: string | null;
  readonly code: 'changed' | 'added' | 'dropped' | 'invalid' | 'not_signed' | 'unknown_key';
  readonly detail: string;
}
export interface EvidenceCheck {
  /** Null where the manifest isn't as it was signed. */
  readonly manifest: SignedManifest | null;
  /** The key that signed it; null where no key is named. */
  readonly key_id: string | null;
  readonly findings: readonly EvidenceFinding[];
}

const SIGNATURE = { key_id: matches(/^[0-9a-f]{16}$/), signature: matches(/^[0-9a-f]{128}$/) };
const PART = { name: isText, bytes: isCount, lines: isCount, sha256: isHash };
/** A manifest or signature is some kilobytes; a larger one is none. */
const MAX_BYTES = 10_000_000;

/** The text of `signature.json`. */
export const signatureText = (key_id: string, signature: string): string =>
  canonicalJson({ key_id, signature });

const hexDigestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The text of `SHA256SUMS`: the parts in their order, then the manifest. */
export const sumsText = (manifest: Uint8Array, parts: readonly SignedPart[]): string =>
  [...parts, { name: MANIFEST_FILE, sha256: hexDigestOf(manifest) }]
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('');

/** @param files each name once. @param onFile called before each part is read; the check waits for it */
export async function checkEvidence(
  files: readonly EvidenceFile[],
  keys: readonly TrustedKey[],
  onFile: (name: string) => unknown = () => undefined,
): Promise<EvidenceCheck> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const bytes = await bytesOf(byName.get(MANIFEST_FILE));
  const signed = signatureIn(await bytesOf(byName.get(SIGNATURE_FILE)));
  const fault = (code: EvidenceFinding['code'], detail: string, key_id: string | null): EvidenceCheck => ({
    ...{ manifest: null, key_id },
    findings: [{ file: null, code, detail }],
  });
  if (bytes === null) return fault('dropped', `There is no ${MANIFEST_FILE}.`, null);
  if (signed === null) return fault('not_signed', `There is no signature in ${SIGNATURE_FILE}.`, null);
  const { key_id } = signed;
  const unsigned = signatureFault('The evidence', 'manifest', { ...signed, bytes }, keys);
  if (unsigned !== null) return fault(unsigned.code, unsigned.detail, key_id);
  const manifest = manifestIn(bytes.toString('utf8'));
  if (manifest === null) return fault('invalid', 'What is signed is no manifest of evidence.', key_id);
  // These sums follow from what is signed.
  const sums = { name: SUMS_FILE, sha256: hexDigestOf(Buffer.from(sumsText(bytes, manifest.parts))) };
  return { manifest, key_id, findings: await partFaults([...manifest.parts, sums], byName, onFile) };
}

interface Signature {
  readonly key_id: string;
  readonly signature: string;
}

/** Null where the bytes are not what `signatureText` writes. */
function signatureIn(bytes: Buffer | null): Signature | null {
  const text = bytes?.toString('utf8') ?? '';
  const value = parsedJson(text);
  return isSignature(value) && signatureText(value.key_id, value.signature) === text ? value : null;
}

const isSignature = (value: unknown): value is Signature => hasShape(value, SIGNATURE);

function manifestIn(text: string): SignedManifest | null {
  const value = parsedJson(text);
  if (!isObject(value) || value['evidence'] !== EVIDENCE_FORMAT || canonicalJson(value) !== text) return null;
  const { job_id, account_id, taken_at, parts } = value;
  const isRight =
    isText(job_id) &&
    isCount(account_id) &&
    isTime(taken_at) &&
    listOf((part) => hasShape(part, PART))(parts);
  return isRight ? (value as unknown as SignedManifest) : null;
}

async function partFaults(
  parts: readonly SignedPart[],
  files: ReadonlyMap<string, EvidenceFile>,
  onFile: (name: string) => unknown,
): Promise<readonly EvidenceFinding[]> {
  const findings: EvidenceFinding[] = [];
  for (const { name, sha256 } of parts) {
    await onFile(name);
    const file = files.get(name);
    if (file === undefined) findings.push({ file: name, code: 'dropped', detail: 'It is missing.' });
    else if ((await fileDigest(file)) !== sha256)
      findings.push({ file: name, code: 'changed', detail: 'It is not the file that was signed.' });
  }
  const known = new Set([MANIFEST_FILE, SIGNATURE_FILE, ...parts.map(({ name }) => name)]);
  for (const name of files.keys())
    if (!known.has(name))
      findings.push({ file: name, code: 'added', detail: 'The manifest does not name it.' });
  return findings;
}

/** The SHA-256 of the bytes in hexadecimal digits; null where it is no file. */
async function fileDigest({ pieces }: EvidenceFile): Promise<string | null> {
  if (pieces === null) return null;
  const hash = createHash('sha256');
  for await (const piece of pieces()) hash.update(piece);
  return hash.digest('hex');
}

/** Null where there is no such file, or one that is too large. */
async function bytesOf(file: EvidenceFile | undefined): Promise<Buffer | null> {
  if (file === undefined || file.pieces === null) return null;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of file.pieces()) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
