/** The public register of this deployment, from its settings. */
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import { chance } from '../../../../platform/src/time/back-off.js';
import { systemClock } from '../../../../platform/src/time/clock.js';
import { pause } from '../../../../platform/src/time/pause.js';
import type { EnrichmentSettings, RegisterApiSettings } from '../../settings.js';
import { Allowance } from './allowance.js';
import { HttpRegisterApi, type RegisterApiParts } from './http-register-api.js';
import type { RegisterApi } from './register-api.js';
import { RegisterDoor } from './register-door.js';

/** Opens the register's API; null: `REGISTER_API_KEY` is unset, so the register isn't called. */
export function openRegisterApi(
  { registerApi }: Pick<EnrichmentSettings, 'registerApi'>,
  coordination: Coordination,
  options: Pick<RegisterApiParts, 'onWait'> = {},
): RegisterApi | null {
  const { key, apiUrl, documentApiUrl } = registerApi;
  if (key === null) return null;
  const allowance = allowanceOf(registerApi, coordination);
  const parts = { key, apiUrl, documentApiUrl, allowance, chance, pause, ...options };
  return new HttpRegisterApi({ ...parts, clock: systemClock, door: new RegisterDoor() });
}

/** The allowance that all processes of this deployment share. */
export const allowanceOf = (
  { requestsPer5Minutes }: Pick<RegisterApiSettings, 'requestsPer5Minutes'>,
  coordination: Coordination,
): Allowance => new Allowance({ coordination, clock: systemClock, limit: requestsPer5Minutes });
