/** Measures a transfer, and ends one that has stopped. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { BadCopyError, type OnBytes } from './shared-files.js';

/** Milliseconds without a byte after which a transfer is given up. */
const IDLE_MS = 60_000;

/** Passes bytes on, counts and digests them, and ends a transfer in which no byte comes. */
export class Meter extends Transform {
  readonly hash = createHash('sha256');
  bytes = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly total: number,
    private readonly onBytes: OnBytes,
  ) {
    super();
    this.wait();
  }

  override _transform(piece: Buffer, _encoding: string, done: (error: null, piece: Buffer) => void): void {
    this.hash.update(piece);
    this.bytes += piece.byteLength;
    this.wait();
    this.onBytes(this.bytes, this.total);
    done(null, piece);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.timer);
    done(error);
  }

  override _flush(done: () => void): void {
    clearTimeout(this.timer);
    done();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.destroy(new BadCopyError('no byte came for a minute')), IDLE_MS);
  }
}

/** SHA-256, hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
