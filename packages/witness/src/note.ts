/** Signed notes and verifier keys (c2sp.org/signed-note). */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { Refusal } from './refusal.js';

/** The name of a key and its key ID: eight lowercase hexadecimal digits. */
type KeyHint = { readonly name: string; readonly id: string };

/** A signature line without its newline, and the signature in it. */
export type Signature = KeyHint & { readonly line: string; readonly bytes: Buffer };

/** The signed text of a note, with its last newline, and its signatures. Nothing of it is verified yet. */
type SignedNote = { readonly text: string; readonly signatures: readonly Signature[] };

/** A key by which a log signs: Ed25519 over the note's text. */
export type VerifierKey = KeyHint & { readonly key: KeyObject };

/** Decodes standard base64 with padding, whatever its unused last bits; refuses (400) any other text. */
export function decodeBase64(text: string): Buffer {
  if (text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)) return Buffer.from(text, 'base64');
  throw new Refusal(400, 'a value is not in standard base64');
}

/** Whether a key may have the name: not empty, no Unicode space, no plus, no control character of ASCII. */
export const isKeyName = (name: string): boolean => /^[^\p{White_Space}\x00-\x1f+]+$/u.test(name);

/** The key ID of a public key, given as its type and 32 bytes. */
export const keyId = (name: string, typed: Buffer): string =>
  createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8);

/** Reads the verifier key of a log: `name+id+base64`. Throws an Error that says what is wrong with it. */
export function parseVkey(vkey: string): VerifierKey {
  const [, name = '', id = '', data = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? [];
  const typed = Buffer.from(data, 'base64');
  if (!isKeyName(name) || typed.toString('base64') !== data) throw new Error(`${vkey} is no verifier key`);
  if (typed[0] !== 0x01 || typed.length !== 33) throw new Error(`${vkey} is not of type 01, Ed25519`);
  if (id !== keyId(name, typed)) throw new Error(`the id of ${vkey} does not match its key`);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: typed.toString('base64url', 1) };
  return { name, id, key: createPublicKey({ key: jwk, format: 'jwk' }) };
}

/** Takes a note apart at its last empty line; refuses (400) what is not in the form of a signed note. */
export function parseNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  if (end < 0 || lines.length < 2 || lines.pop() !== '' || /[\x00-\x09\x0b-\x1f]/.test(note))
    throw new Refusal(400, 'the note does not end in signature lines, or has a control character');
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) };
}

function parseSignature(line: string): Signature {
  const [dash, name = '', data = '', ...others] = line.split(' ');
  const bytes = decodeBase64(data);
  if (dash !== '\u2014' || !isKeyName(name) || others.length > 0 || bytes.length < 5)
    throw new Refusal(400, 'a signature line is not in the form of a signed note');
  return { line, name, id: bytes.toString('hex', 0, 4), bytes: bytes.subarray(4) };
}
