import { clockIsOff } from '../../platform/coordination/clock-check.js';
import { systemClock } from '../../platform/time/clock.js';
import { performMaintenance, type MaintenanceWords } from '../maintenance/perform.js';
import { upToDate, type Operator } from '../operator.js';
import { NotDone } from '../refusal.js';
import { expiryGuardOf } from './job-rows.js';

export interface ClockConfirmed {
  /** What the clock said. */
  readonly clock: string;
  /** It was in doubt until now. */
  readonly changed: boolean;
}

/**
 * An operator's word that the clock is right although it is days ahead of the log: what is past its time expires by it
 * from now on. Recorded, where it was in doubt.
 * @throws NotDone where this machine's clock is off the store's
 */
export async function confirmClock(
  operator: Operator,
  { clock = systemClock, ...words }: MaintenanceWords & { readonly clock?: typeof systemClock } = {},
): Promise<ClockConfirmed> {
  await upToDate(operator, 'work', 'pages');
  const now = clock.now();
  if (await clockIsOff(operator.stores.coordination, clock))
    throw new NotDone('clock_off', "This machine's clock is off the store's: set it first.");
  const guard = expiryGuardOf(operator, clock);
  const confirmed = { clock: now.toISOString(), changed: true };
  if ((await guard.standing(now)) === 'sure') return { ...confirmed, changed: false };
  const what = { kind: 'clock_confirmation', clock: confirmed.clock } as const;
  return performMaintenance(operator, { ...words, what }, async () => {
    await guard.vouchFor(now);
    return { result: confirmed, verdict: null, changed: true };
  });
}
