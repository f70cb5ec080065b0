/** Lets an operator confirm the service's clock while it is in doubt. */
import { clockIsOff } from '../../../packages/platform/src/coordination/clock-check.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { performMaintenance, type ActOptions } from '../maintenance/perform.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import { expiryGuardOf } from './job-rows.js';

export interface ClockConfirmation {
  /** The confirmed time, ISO 8601. */
  readonly clock: string;
  /** True if the clock was in doubt before. */
  readonly changed: boolean;
}

/**
 * Confirms that the clock is right although it is days ahead of the log. From then on rows expire by this
 * clock. The confirmation is recorded if the clock was in doubt.
 * @throws NotDone where this machine's clock differs from the store's
 */
export async function confirmClock(
  operator: OperatorServices,
  { clock = systemClock, ...options }: ActOptions & { readonly clock?: typeof systemClock } = {},
): Promise<ClockConfirmation> {
  await driveLanesToHead(operator, 'work', 'pages');
  const now = clock.now();
  if (await clockIsOff(operator.stores.coordination, clock))
    throw new NotDone('clock_off', "This machine's clock differs from the store's clock: set it first.");
  const guard = expiryGuardOf(operator, clock);
  const confirmation = { clock: now.toISOString(), changed: true };
  if ((await guard.clockTrust(now)) === 'sure') return { ...confirmation, changed: false };
  const maintenance = { kind: 'clock_confirmation', clock: confirmation.clock } as const;
  return performMaintenance(operator, { ...options, what: maintenance }, async () => {
    await guard.trustClock(now);
    return { result: confirmation, verdict: null, changed: true };
  });
}
