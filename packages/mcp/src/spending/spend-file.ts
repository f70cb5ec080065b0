/**
 * The record of what calls with one key have cost and may yet cost: one file for all processes with this
 * key, whole or as it was before.
 */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { decimalOf } from './decimal.js';
import { withLock } from './file-lock.js';
import { SpendingFileError, codeOf } from './spending-error.js';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const entryForm = z.strictObject({
  tool: z.string(),
  /** That made it: its sum has a cap too. */
  session: z.string(),
  /** The UTC day on which it was reserved. */
  from: day,
  /** The last UTC day on which it may have been charged; null while it may still be. */
  until: day.nullable(),
  /** What it cost, or the most that it may. */
  units: z.number().int().nonnegative(),
  amount: z
    .string()
    .refine((text) => decimalOf(text) !== null)
    .nullable(),
  currency: z.string().nullable(),
  job: z.string().nullable(),
  /** A second call had its key before it was answered: no refusal of one frees what the other may cost. */
  shared: z.boolean(),
});
export type Entry = z.output<typeof entryForm>;

const fileForm = z.strictObject({ version: z.literal(1), entries: z.record(z.string(), entryForm) });

/** By idempotency key. */
export type Entries = Map<string, Entry>;

/** A link in the file's place leads to a file that somebody else chose. Windows has no such flag. */
const { O_NOFOLLOW = 0, O_RDONLY } = constants;
const OWNER_ONLY = 0o600;
const OWN_FOLDER = 0o700;
/** A call without a job counts on the day after, too: it may have been accepted at midnight. */
const DAYS_WITHOUT_JOB = 2;
/** Jobs are over, and their rows gone, before that. */
const DAYS_WITH_JOB = 45;
const DAYS_KEPT = 8;

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export class SpendFile {
  readonly path: string;

  constructor(folder: string, key: string, url: string) {
    const digest = createHash('sha256').update(`${key}\n${url}`).digest('hex').slice(0, 32);
    this.path = join(folder, `spent-${digest}.json`);
  }

  /**
   * Changes the record while no other process does.
   * @throws SpendingFileError where it can't be locked, read or written
   */
  async change<T>(now: number, work: (entries: Entries) => T): Promise<T> {
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: OWN_FOLDER });
      return await withLock(this.path, async () => {
        const before = await this.read();
        const entries = entriesIn(before).filter(([, entry]) => isKept(entry, now));
        const kept = new Map(entries);
        const result = work(kept);
        const after = JSON.stringify({ version: 1, entries: Object.fromEntries(kept) });
        if (after !== before) await this.write(after);
        return result;
      });
    } catch (error) {
      throw new SpendingFileError(this.path, error);
    }
  }

  private async read(): Promise<string | null> {
    const file = await open(this.path, O_RDONLY | O_NOFOLLOW).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (file === null) return null;
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  }

  private async write(text: string): Promise<void> {
    const draft = join(dirname(this.path), `.${randomUUID()}.draft`);
    try {
      const file = await open(draft, 'wx', OWNER_ONLY);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, this.path);
    } finally {
      await rm(draft, { force: true });
    }
  }
}

const DAY_MS = 86_400_000;

const entriesIn = (text: string | null): [string, Entry][] =>
  text === null ? [] : Object.entries(fileForm.parse(JSON.parse(text)).entries);

/** Whether it counts for the cap of today. A clock that went back makes nothing count less. */
export function countsToday({ from, until, job }: Entry, now: number): boolean {
  if (until !== null) return until >= dayOf(now);
  return job !== null || from > dayOf(now - DAYS_WITHOUT_JOB * DAY_MS);
}

/** Sessions may be longer than a day. */
function isKept(entry: Entry, now: number): boolean {
  const days = entry.until === null && entry.job !== null ? DAYS_WITH_JOB : DAYS_KEPT;
  return (entry.until ?? entry.from) > dayOf(now - days * DAY_MS);
}
