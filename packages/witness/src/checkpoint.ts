/** Checkpoints (c2sp.org/tlog-checkpoint) and the body of `add-checkpoint` (c2sp.org/tlog-witness). */
import { decodeBase64, parseNote } from './note.js';
import { Refusal } from './refusal.js';

/** The name of a log, the number of its leaves, and the root of their Merkle tree (RFC 6962) in 32 bytes. */
export type Checkpoint = { readonly origin: string; readonly size: bigint; readonly root: Buffer };

/** The body of `add-checkpoint`, taken apart. Nothing of it is verified yet. */
export type AddCheckpoint = ReturnType<typeof parseAddCheckpoint>;

/** Reads the body of a request; refuses (400) what is not in the form of the specification. */
export function parseAddCheckpoint(body: Buffer) {
  const text = body.toString();
  if (!Buffer.from(text).equals(body)) throw new Refusal(400, 'the body is not UTF-8');
  const end = text.indexOf('\n\n');
  const [first = '', ...proof] = text.slice(0, end).split('\n');
  if (end < 0 || !first.startsWith('old ') || proof.length > 63)
    throw new Refusal(400, 'a body begins with an old size, at most 63 lines of proof, and an empty line');
  const note = parseNote(text.slice(end + 2));
  const checkpoint = parseCheckpoint(note.text);
  return { oldSize: parseSize(first.slice(4)), proof: proof.map(parseHash), note, checkpoint };
}

/** Reads the text of a checkpoint, or refuses it (400). Its extension lines mean nothing to a witness. */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n').slice(0, -1);
  const [origin = '', size = '', root = ''] = lines;
  if (lines.length < 3 || lines.includes(''))
    throw new Refusal(400, 'a checkpoint has three lines or more, and none is empty');
  return { origin, size: parseSize(size), root: parseHash(root) };
}

function parseSize(text: string): bigint {
  if (/^(?:0|[1-9]\d{0,18})$/.test(text) && BigInt(text) < 2n ** 63n) return BigInt(text);
  throw new Refusal(400, 'a size is a decimal number below 2^63');
}

function parseHash(text: string): Buffer {
  const hash = decodeBase64(text);
  if (hash.length !== 32) throw new Refusal(400, 'a hash has 32 bytes');
  return hash;
}
