/**
 * Knows the client that waits for the running work, which asks the stores nothing further once it hung up.
 * Only kept while a store is slow: `AsyncLocalStorage` makes every promise of the thread slower.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { NotNowError } from '../errors/not-now-error.js';

/** `destroyed` turns true when the client is gone, as it does in a response of `node:http`. */
export interface Asker {
  readonly destroyed: boolean;
}

/** After a slow answer, askers are kept for so long. */
const KEPT_MS = 60_000;

const asker = new AsyncLocalStorage<Asker>();
let keptUntil = -Infinity;

/** Called where a store was slow to answer. */
export function keepAskers(): void {
  keptUntil = performance.now() + KEPT_MS;
}

/** Runs work that only `who` waits for. It must be work that may stay undone. */
export function askedBy(who: Asker, work: () => void): void {
  if (performance.now() < keptUntil) return asker.run(who, work);
  asker.disable();
  work();
}

const NOBODY: Asker = { destroyed: false };

/** Runs work that a request begins, and that goes on when the request is over. */
export const unasked = <T>(work: () => T): T =>
  asker.getStore() === undefined ? work() : asker.run(NOBODY, work);

/** @throws NotNowError where the asker of the running work is gone */
export function mustBeAwaited(): void {
  if (asker.getStore()?.destroyed === true) throw new NotNowError('the client hung up');
}
