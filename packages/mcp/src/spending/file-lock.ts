/**
 * A lock beside a file, for processes of one machine. A killed holder blocks nobody: the next one sees that
 * its process is gone.
 *
 * Each holder makes the next of the numbered files `FILE.lock.1`, `FILE.lock.2` and so on: `link` lets one
 * make it. The newest is never removed, so that a process with an old view of the folder finds a newer
 * number after its own `link` and steps back. An empty file is a lock that was let go.
 */
import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { codeOf } from './spending-error.js';

const PATIENCE_MS = 10_000;
const LONGEST_PAUSE_MS = 20;
const OWNER_ONLY = 0o600;

const holderForm = z.object({ pid: z.number().int().positive(), host: z.string(), started: z.string() });
type Holder = z.output<typeof holderForm>;

/**
 * When a process began, by the kernel's count, so that a number used again is told from the old one. Linux
 * only.
 */
function startOf(pid: number): string {
  try {
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    );
  } catch {
    return '';
  }
}

function isGone({ pid, host, started }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return true;
  }
  const now = startOf(pid);
  return started !== '' && now !== '' && now !== started;
}

/** Null for a lock that was let go, or that a loss of power left empty. */
async function holderOf(path: string): Promise<Holder | null> {
  const text = await readFile(path, 'utf8');
  return text === '' ? null : holderForm.parse(JSON.parse(text));
}

/**
 * Does the work while no other process does.
 * @throws Error where the lock can't be had within ten seconds, or the folder can't be written
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const taken = await take(file);
    if (taken.path !== null) {
      try {
        return await work();
      } finally {
        await truncate(taken.path, 0);
      }
    }
    if (Date.now() > until) throw new Error(`${taken.by} holds the lock of ${file}.`);
    await pause(1 + Math.random() * LONGEST_PAUSE_MS);
  }
}

type Taken = { readonly path: string } | { readonly path: null; readonly by: string };

async function take(file: string): Promise<Taken> {
  const newest = Math.max(0, ...(await numbersOf(file)));
  if (newest > 0) {
    const holder = await holderOf(pathOf(file, newest)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (holder === undefined) return { path: null, by: 'Another process' };
    if (holder !== null && !isGone(holder))
      return { path: null, by: `Process ${holder.pid} of ${holder.host}` };
  }
  const mine = newest + 1;
  if (!(await made(file, mine))) return { path: null, by: 'Another process' };
  const numbers = await numbersOf(file);
  if (numbers.some((number) => number > mine)) {
    await rm(pathOf(file, mine), { force: true });
    return { path: null, by: 'Another process' };
  }
  const older = numbers.filter((number) => number < mine);
  await Promise.all(older.map((number) => rm(pathOf(file, number), { force: true })));
  return { path: pathOf(file, mine) };
}

const pathOf = (file: string, number: number): string => `${file}.lock.${number}`;

async function numbersOf(file: string): Promise<number[]> {
  const prefix = `${basename(file)}.lock.`;
  const names = await readdir(dirname(file));
  return names.flatMap((name) =>
    name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length))
      ? [Number(name.slice(prefix.length))]
      : [],
  );
}

/** Whole from its first moment, for whoever reads it. */
async function made(file: string, number: number): Promise<boolean> {
  const draft = join(dirname(file), `.${randomUUID()}.draft`);
  const holder: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  await writeFile(draft, JSON.stringify(holder), { flag: 'wx', mode: OWNER_ONLY });
  try {
    await link(draft, pathOf(file, number));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
