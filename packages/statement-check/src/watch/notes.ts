/** Signed notes as their readers check them (C2SP signed-note, tlog-checkpoint, tlog-cosignature). */
import { hash } from 'node:crypto';
import { verifySignature } from '../format/signature.js';
import { HASH_BYTES, type TreeHash } from '../merkle/tree-hash.js';

/** The types of keys: one signs the text of a note, the other a time and that text. */
const TYPES = { note: 1, cosignature: 4 } as const;
const KEY_BYTES = 33;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;
/** Lines of one key that are looked at. */
const MAX_LINES = 4;

const VKEY = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/;
const LINE = /^\u2014 ([^ ]+) ([A-Za-z0-9+/]+={0,2})$/;
const UNFIT = /[\u0000-\u0009\u000b-\u001f]/;
const SIZE = /^(?:0|[1-9]\d{0,14})$/;

export interface NoteKey {
  readonly vkey: string;
  readonly name: string;
  /** Hexadecimal digits, as the key. */
  readonly id: string;
  readonly public_key: string;
}

interface NoteSignature {
  readonly name: string;
  readonly id: string;
  readonly bytes: Buffer;
}

/** Nothing of it is verified yet. */
export interface Note {
  /** With its last line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: TreeHash;
}

/** The bytes of standard base64, written in its one way; null for any other text. */
export function base64Bytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** The parts of a verifier key; null for a text that is none of this type. */
export function parseKey(vkey: string, type: keyof typeof TYPES = 'note'): NoteKey | null {
  const [, name = '', id = '', base64 = ''] = VKEY.exec(vkey) ?? [];
  const bytes = base64Bytes(base64);
  if (bytes?.length !== KEY_BYTES || bytes[0] !== TYPES[type]) return null;
  const sum = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), bytes]), 'hex');
  if (sum.slice(0, 2 * ID_BYTES) !== id) return null;
  return { vkey, name, id, public_key: bytes.subarray(1).toString('hex') };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text in UTF-8; null for other bytes. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

export function parseNote(bytes: Uint8Array): Note | null {
  const note = utf8Text(bytes) ?? '';
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || end + 2 === note.length || UNFIT.test(note)) return null;
  const signatures = note
    .slice(end + 2, -1)
    .split('\n')
    .map(parseSignature);
  return signatures.every((each) => each !== null) ? { text: note.slice(0, end + 1), signatures } : null;
}

function parseSignature(line: string): NoteSignature | null {
  const [, name = '', base64 = ''] = LINE.exec(line) ?? [];
  const bytes = base64Bytes(base64);
  if (bytes === null || bytes.length <= ID_BYTES) return null;
  return { name, id: bytes.subarray(0, ID_BYTES).toString('hex'), bytes: bytes.subarray(ID_BYTES) };
}

const linesOf = ({ signatures }: Note, { name, id }: NoteKey): readonly Buffer[] =>
  signatures
    .filter((line) => line.name === name && line.id === id)
    .slice(0, MAX_LINES)
    .map(({ bytes }) => bytes);

const isRight = (text: string, signature: Uint8Array, { public_key }: NoteKey): boolean =>
  verifySignature(Buffer.from(text), Buffer.from(signature).toString('hex'), public_key);

/** Whether this key signed the note. */
export function isSigned(note: Note, key: NoteKey): boolean {
  const own = linesOf(note, key);
  return own.length > 0 && own.every((bytes) => isRight(note.text, bytes, key));
}

/** Whether this line is the key's signature of the text. @param text with its last line feed */
export const isSignatureLine = (line: string, text: string, key: NoteKey): boolean => {
  const note = noteWith(line, text);
  return note !== null && isSigned(note, key);
};

/** Whether this line is the witness's signature of the text. @param text with its last line feed */
export const isCosignatureLine = (line: string, text: string, witness: NoteKey): boolean => {
  const note = noteWith(line, text);
  return note !== null && hasCosigned(note, witness);
};

const noteWith = (line: string, text: string): Note | null => parseNote(Buffer.from(`${text}\n${line}\n`));

/** The number of witnesses that signed the note. A key counts once, whatever its names. */
export const countCosigners = (note: Note, witnesses: readonly NoteKey[]): number =>
  new Set(witnesses.filter((key) => hasCosigned(note, key)).map(({ public_key }) => public_key)).size;

const hasCosigned = (note: Note, key: NoteKey): boolean =>
  linesOf(note, key).some((bytes) => {
    if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return false;
    const time = BigInt(`0x${bytes.subarray(0, TIME_BYTES).toString('hex')}`);
    return isRight(`cosignature/v1\ntime ${time}\n${note.text}`, bytes.subarray(TIME_BYTES), key);
  });

export function parseCheckpoint({ text }: Note): Checkpoint | null {
  const [origin = '', size = '', base64 = '', ...more] = text.slice(0, -1).split('\n');
  const root = base64Bytes(base64);
  if (origin === '' || !SIZE.test(size) || root?.length !== HASH_BYTES || more.includes('')) return null;
  return { origin, size: Number(size), root };
}
