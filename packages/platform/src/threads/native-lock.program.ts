/**
 * Loaded first in a confined process that draws, and in each of its threads: no native code but that of the
 * package that draws is loaded from then on. Node checks no file that native code opens, and SQLite's would
 * open any database.
 *
 * Code that comes later may change every prototype, so what runs later uses none: captured functions, own
 * properties of objects without a prototype, and no Proxy, whose target can be shown.
 */
import asyncHooks from 'node:async_hooks';
import { readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, toNamespacedPath } from 'node:path';
import threads, { type WorkerOptions } from 'node:worker_threads';

const { apply, construct, get, getPrototypeOf, defineProperty } = Reflect;
const { getOwnPropertySymbols } = Object;

/** With the code that Node gives. */
function refuse(code: string): never {
  const error: Error & { code?: string } = new Error(`locked: ${code}`);
  error.code = code;
  throw error;
}

const lock = (holder: object, name: string, value: unknown): boolean =>
  defineProperty(holder, name, { __proto__: null, value, writable: false, configurable: false } as object);

/** The files of the package and, beside it, of its parts for each platform. */
const scope = dirname(dirname(require.resolve('@napi-rs/canvas')));
const files = Object.create(null) as Record<string, true>;
for (const part of readdirSync(scope).filter((name) => /^canvas(?:-|$)/.test(name)))
  for (const name of readdirSync(join(scope, part)).filter((one) => one.endsWith('.node')))
    files[toNamespacedPath(join(scope, part, name))] = true;

const { dlopen } = process as unknown as { readonly dlopen: () => void };
lock(process, 'dlopen', (module: object, file: string): void => {
  const path = `${file}`;
  if (files[path] !== true) refuse('ERR_DLOPEN_DISABLED');
  apply(dlopen, process, [module, path]);
});

const { Worker } = threads;

/** A thread begins as this one did, whatever options it is given. */
function LockedWorker(file: string | URL, given: WorkerOptions): object {
  const options = { __proto__: null, ...given, execArgv: undefined, env: undefined };
  const worker = construct(Worker, [file, options]) as object;
  const names = getOwnPropertySymbols(worker);
  for (let at = 0; at < names.length; at += 1) {
    const handle: unknown = get(worker, names[at] ?? '');
    // By the constructor of what runs it, a thread could be made in another way.
    if (typeof handle === 'object' && handle !== null && 'startThread' in handle)
      lock(getPrototypeOf(handle) ?? handle, 'constructor', undefined);
  }
  return worker;
}
LockedWorker.prototype = Worker.prototype as object;
lock(threads, 'Worker', LockedWorker);
lock(Worker.prototype, 'constructor', LockedWorker);
lock(asyncHooks, 'createHook', () => refuse('ERR_ACCESS_DENIED'));
syncBuiltinESMExports();
