/** Bodies of foreign servers: read up to a limit, inflated up to the same limit, parsed up to a depth. */
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../errors/error-code.js';

/** The body can't be used. The message completes the sentence "answered with ...". */
export class UnusableBody extends Error {
  override readonly name = 'UnusableBody';
}

/** The bytes of a body. @throws UnusableBody */
export async function boundedBytes(
  body: Readable,
  { most, encoding = '' }: { readonly most: number; readonly encoding?: string | undefined },
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of inflated(body, encoding.trim().toLowerCase())) {
    const bytes = piece as Buffer; // without a text encoding, pieces are buffers
    size += bytes.length;
    if (size > most) {
      body.destroy();
      throw new UnusableBody(`more than ${most} bytes`);
    }
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

async function* inflated(body: Readable, encoding: string): AsyncGenerator<unknown> {
  if (encoding === '' || encoding === 'identity') {
    yield* body;
    return;
  }
  if (encoding !== 'gzip') {
    body.destroy();
    throw new UnusableBody('a compression that was not asked for');
  }
  const gunzip = createGunzip();
  body.on('error', (error) => gunzip.destroy(error));
  body.pipe(gunzip);
  try {
    yield* gunzip;
  } catch (error) {
    // A compressed body that ends too early broke off on the way.
    const code = errorCode(error);
    if (code?.startsWith('Z_') === true && code !== 'Z_BUF_ERROR')
      throw new UnusableBody('broken compression');
    throw error;
  } finally {
    body.destroy();
  }
}

/** Deeper than any real answer: JSON beyond it is meant to overflow a stack. */
const MAX_DEPTH = 100;

/** Parses a JSON text that is not nested too deep. @throws UnusableBody */
export function shallowJson(text: string): unknown {
  if (depthOf(text) > MAX_DEPTH) throw new UnusableBody('JSON that is nested too deep');
  try {
    return JSON.parse(text);
  } catch {
    throw new UnusableBody('what is not JSON');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The depth of brackets outside strings; exact for JSON, and never less than what a parser meets. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === 0x5b || code === 0x7b) deepest = Math.max(deepest, (depth += 1));
    else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return deepest;
}
