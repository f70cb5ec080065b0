/**
 * What becomes of each call of a port. It depends on the seed, the host and the number of the host's call
 * alone: a fault that is left out changes nothing for the calls before it, and no draw of others.
 */
import { Random } from './random.js';

/** What can go wrong with one call. */
export const CALL_FAULTS = [
  /** It never reaches the store, and says so. */
  'refused',
  /** It never reaches the store, and nobody can tell. */
  'lost',
  /** The store does it, and nobody can tell. */
  'unanswered',
  /** An error that no adapter is known to throw. */
  'odd',
  /** The store does it at once and answers very late, or the call reaches it very late. */
  'late',
  'host dies before',
  'host dies after',
  'host freezes',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

export interface Fate {
  /** Milliseconds until the store does it, and from then until the host hears of it. */
  readonly there: number;
  readonly back: number;
  readonly fault: CallFault | null;
  /** For what else the store chooses. */
  readonly random: Random;
}

export type FaultRates = Readonly<Record<CallFault, number>>;

export const NO_FAULTS: FaultRates = {
  refused: 0,
  lost: 0,
  unanswered: 0,
  odd: 0,
  late: 0,
  'host dies before': 0,
  'host dies after': 0,
  'host freezes': 0,
};

/** Which faults a life has, and how often: most lives have few kinds, so that each kind is met alone too. */
export function randomRates(random: Random): FaultRates {
  const rates = { ...NO_FAULTS };
  for (const fault of CALL_FAULTS) {
    const isOfHosts = fault.startsWith('host');
    const drawn = random.next();
    if (random.happens(0.45)) rates[fault] = (isOfHosts ? 0.006 : 0.03) * drawn ** 2;
  }
  return rates;
}

/** Milliseconds that a store takes to do a call, and to answer. */
const USUAL_MS = 0.5;

/** @param weight how many times more often than usual something goes wrong */
export function fateOf(seed: number, host: number, call: number, rates: FaultRates, weight: number): Fate {
  const random = new Random(seed, host, call);
  const there = random.wait(USUAL_MS);
  const back = random.wait(USUAL_MS);
  let drawn = random.next();
  for (const fault of CALL_FAULTS) {
    drawn -= rates[fault] * weight;
    if (drawn >= 0) continue;
    if (fault !== 'late') return { there, back, fault, random };
    const long = random.whole(50, 15_000);
    const isThere = random.happens(0.5);
    return { there: there + (isThere ? long : 0), back: back + (isThere ? 0 : long), fault, random };
  }
  return { there, back, fault: null, random };
}
