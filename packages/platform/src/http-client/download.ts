/**
 * Downloads a file: it appears whole under its name, or not at all. A download that broke off, in this
 * process or an earlier one, goes on where it stopped while the server still has the same file:
 *
 *      PATH.part         the bytes so far
 *      PATH.part.json    the file that they are of
 */
import {
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../errors/error-code.js';
import { syncToDisk } from '../files/sync-to-disk.js';
import { PRIVATE_FILE_MODE } from '../secrets/private-files.js';
import { backOffMs, chance } from '../time/back-off.js';
import { pause } from '../time/pause.js';
import { withLimit } from '../time/signals.js';
import { digestFits, publishedDigest, type Digest } from './published-digest.js';
import { discard, ExchangeFailed, headerOf, type Opened } from './http-door.js';
import { retryAfterMs } from './retry-after.js';
import type { SiteDoor } from './site-door.js';

export interface Download {
  /** Asked before each connection. */
  readonly locate: () => Promise<URL>;
  readonly path: string;
  /** In bytes, where it is known before. */
  readonly size?: number | undefined;
  /** More bytes are never taken, whatever is announced. */
  readonly most: number;
  readonly signal: AbortSignal;
  /** Told how many bytes are on the disk. */
  readonly onBytes: (bytes: number) => void;
}

export interface DownloadTerms {
  readonly door: SiteDoor;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly firstWaitMs?: number;
  readonly pace?: Pace;
}

export interface Pace {
  /** The fewest bytes of a connection in so many milliseconds, over and over. */
  readonly bytes: number;
  readonly everyMs: number;
  /** For the whole file, all connections and waits together. */
  readonly wholeMs: number;
}

/** Four kilobytes a second, which any line has. */
const PACE: Pace = { bytes: 240_000, everyMs: 60_000, wholeMs: 12 * 3_600_000 };
/** A file may have grown since its size was told: up to twice, and this much more. */
const GROWTH_BYTES = 1024 * 1024;

/** The file can't be had. The message is one sentence. Bytes that a later try can use are kept. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
}

/** Connections in a row that bring nothing. */
const MAX_FAILURES = 6;
const LONGEST_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 1_000;

/** The file that the part is of. */
interface PartOf {
  /** An entity tag or a time of change; null: the server tells none. */
  readonly validator: string | null;
  readonly total: number | null;
}

type Step = 'done' | 'again' | { readonly failed: string; readonly waitMs?: number; readonly slow?: true };

/** @throws DownloadFailed, and the errors of `locate` */
export async function download(asked: Download, terms: DownloadTerms): Promise<void> {
  if (existsSync(asked.path)) return;
  const { wholeMs } = terms.pace ?? PACE;
  try {
    await withLimit(wholeMs, asked.signal, (signal) => downloadWithin({ ...asked, signal }, terms));
  } catch (error) {
    if (asked.signal.aborted || (error as Partial<Error> | null)?.name !== 'TimeoutError') throw error;
    throw new DownloadFailed(`${basename(asked.path)} was not whole after ${wholeMs / 3_600_000} hours`);
  }
}

async function downloadWithin(asked: Download, terms: DownloadTerms): Promise<void> {
  const part = new Part(asked);
  let wrongDigests = 0;
  for (let failures = 0; ;) {
    asked.signal.throwIfAborted();
    const before = part.bytes;
    const step = await connection(part, asked, terms);
    if (step === 'done') {
      if (await part.isAsPublished()) return part.finish();
      part.drop();
      wrongDigests += 1;
      if (wrongDigests === 2)
        throw new DownloadFailed(`${part.name} is not what its published checksum says`);
      continue;
    }
    const isSlow = step !== 'again' && step.slow === true;
    failures = part.bytes > before && !isSlow ? 0 : failures + 1;
    if (failures === MAX_FAILURES)
      throw new DownloadFailed(step === 'again' ? `${part.name} changes each time` : step.failed);
    if (step === 'again') continue;
    const backOff = { firstMs: terms.firstWaitMs ?? FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS };
    const wait = Math.min(step.waitMs ?? 0, LONGEST_WAIT_MS);
    await pause(Math.max(wait, backOffMs(backOff, failures + 1, chance())), asked.signal);
  }
}

/** One connection to its end. */
async function connection(
  part: Part,
  asked: Download,
  { door, now, pace = PACE }: DownloadTerms,
): Promise<Step> {
  const url = await asked.locate();
  try {
    const headers = { 'accept-encoding': 'identity', ...part.range() };
    const opened = await door.open({ url, headers, signal: asked.signal });
    const verdict = part.takes(opened);
    if (verdict !== 'body') {
      discard(opened);
      if (verdict !== 'refused') return verdict;
      const { statusCode, headers: answered } = opened;
      const failed = `${url.host} answers ${statusCode} for ${part.name}`;
      if (statusCode !== 429 && statusCode < 500) throw new DownloadFailed(failed);
      const waitMs = retryAfterMs({ headers: answered }, now());
      return Number.isNaN(waitMs) ? { failed } : { failed, waitMs };
    }
    await part.append(opened, pace);
    return part.ends(`${url.host} broke off ${part.name}`);
  } catch (error) {
    asked.signal.throwIfAborted();
    if (error instanceof DownloadFailed) throw error;
    if (error instanceof ExchangeFailed) return { failed: error.message };
    if (error instanceof TooSlow) return { failed: `${url.host} sends ${part.name} too slowly`, slow: true };
    // A full disk, for example: no server can help.
    if (['ENOSPC', 'EACCES', 'EROFS', 'EIO'].includes(errorCode(error) ?? '')) throw error;
    return { failed: `${url.host} broke off ${part.name}` };
  }
}

class TooSlow extends Error {}
class TooMuch extends Error {}

class Part {
  readonly name: string;
  private readonly path: string;
  private readonly notePath: string;
  private of: PartOf | null;
  private digest: Digest | null = null;

  constructor(private readonly asked: Download) {
    this.path = `${asked.path}.part`;
    this.notePath = `${this.path}.json`;
    this.name = basename(asked.path);
    this.of = readNote(this.notePath);
  }

  /** Bytes on the disk. */
  get bytes(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  range(): Readonly<Record<string, string>> {
    const { bytes, of } = this;
    if (bytes === 0 || of === null) return {};
    return {
      range: `bytes=${bytes}-`,
      ...(of.validator !== null && { 'if-range': of.validator }),
    };
  }

  /** What the answer's beginning means: a body follows, a refusal, another file, or the part is whole. */
  takes({ statusCode, headers }: Opened): 'body' | 'refused' | 'again' | 'done' {
    const range = headerOf({ headers }, 'content-range') ?? '';
    this.digest = publishedDigest(headers, statusCode) ?? this.digest;
    if (statusCode === 200) {
      this.drop();
      const length = headerOf({ headers }, 'content-length');
      const total = length === undefined ? null : Number(length);
      if (total !== null) this.checkAnnounced(total);
      this.note({ validator: validatorOf(headers), total });
      return 'body';
    }
    const total = Number(/\/(\d+)$/.exec(range)?.[1] ?? NaN);
    if (statusCode === 206) {
      const from = Number(/^bytes (\d+)-/.exec(range)?.[1] ?? NaN);
      if (from === this.bytes && (this.of?.total ?? total) === total) return 'body';
      this.drop();
      return 'again';
    }
    if (statusCode !== 416) return 'refused';
    if (total === this.bytes && (this.of?.total ?? total) === total) return 'done';
    this.drop();
    return 'again';
  }

  /** @throws DownloadFailed where more comes than was announced, TooSlow */
  async append({ body }: Pick<Opened, 'body'>, { bytes: fewest, everyMs }: Pace): Promise<void> {
    const { signal, size, most, onBytes } = this.asked;
    const announced = Math.min(this.of?.total ?? size ?? most, most);
    let bytes = this.bytes;
    let reached = bytes;
    const timer = setInterval(() => {
      if (bytes - reached < fewest) body.destroy(new TooSlow());
      reached = bytes;
    }, everyMs);
    const counted = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes > announced) throw new TooMuch();
        onBytes(bytes);
        yield piece;
      }
    };
    const file = createWriteStream(this.path, { flags: 'a', mode: PRIVATE_FILE_MODE });
    try {
      await pipeline(body, counted, file, { signal });
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      this.drop();
      throw new DownloadFailed(`${this.name} brings more than the ${announced} bytes that it may have`);
    } finally {
      clearInterval(timer);
    }
  }

  private checkAnnounced(total: number): void {
    const { size = Infinity, most } = this.asked;
    const bound = Math.min(most, 2 * size + GROWTH_BYTES);
    if (total > bound)
      throw new DownloadFailed(`${this.name} is announced with ${total} bytes, and may have ${bound}`);
  }

  /** How the body ended. */
  ends(broken: string): Step {
    const total = this.of?.total ?? this.asked.size ?? null;
    if (total === null || this.bytes === total) return 'done';
    if (this.bytes < total) return { failed: broken };
    this.drop();
    return 'again';
  }

  isAsPublished(): Promise<boolean> {
    return this.digest === null ? Promise.resolve(true) : digestFits(this.path, this.digest);
  }

  finish(): void {
    if (!existsSync(this.path)) writeFileSync(this.path, '', { mode: PRIVATE_FILE_MODE });
    syncToDisk(this.path);
    renameSync(this.path, this.asked.path);
    rmSync(this.notePath, { force: true });
    syncToDisk(dirname(this.path));
  }

  drop(): void {
    rmSync(this.path, { force: true });
    rmSync(this.notePath, { force: true });
    this.of = null;
  }

  private note(of: PartOf): void {
    writeFileSync(this.notePath, `${JSON.stringify(of)}\n`, { mode: PRIVATE_FILE_MODE });
    this.of = of;
  }
}

/** Only a strong entity tag tells that the bytes are the same. */
function validatorOf(headers: Opened['headers']): string | null {
  const tag = headerOf({ headers }, 'etag');
  if (tag !== undefined && !tag.startsWith('W/')) return tag;
  return headerOf({ headers }, 'last-modified') ?? null;
}

/** `note` wrote it. A torn note counts as none. */
function readNote(path: string): PartOf | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as PartOf;
  } catch {
    return null;
  }
}
