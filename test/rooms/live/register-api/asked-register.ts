/** The register as the service asks it, over HTTP to the stand-in; pauses are noted and not waited for. */
import { RegisterApiProcess } from '../../../../packages/register-api-stand-in/src/index.js';
import { Allowance } from '../../../../packages/enrichment/src/live/register/allowance.js';
import { HttpRegisterApi } from '../../../../packages/enrichment/src/live/register/http-register-api.js';
import type { AskTerms } from '../../../../packages/enrichment/src/live/register/register-api.js';
import { RegisterDoor } from '../../../../packages/enrichment/src/live/register/register-door.js';
import { MemoryCoordination } from '../../../support/stores/memory-coordination.js';

export interface AskedRegister {
  readonly api: HttpRegisterApi;
  /** Milliseconds of every pause. */
  readonly pauses: readonly number[];
}

export interface AskedOptions {
  readonly limit?: number;
  readonly key?: string;
  /** Default: that of the stand-in. */
  readonly url?: string;
  readonly onWait?: (milliseconds: number) => void;
}

export function askedRegister(register: RegisterApiProcess, options: AskedOptions = {}): AskedRegister {
  const { limit = 600, key = RegisterApiProcess.key, url = register.url, onWait } = options;
  const pauses: number[] = [];
  let passed = 0;
  const clock = { now: () => new Date(Date.now() + passed) };
  const coordination = new MemoryCoordination(() => clock.now().getTime());
  const api = new HttpRegisterApi({
    door: new RegisterDoor(),
    allowance: new Allowance({ coordination, clock, limit }),
    clock,
    key,
    apiUrl: url,
    documentApiUrl: url,
    chance: () => 1,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
      passed += milliseconds;
    },
    ...(onWait === undefined ? {} : { onWait }),
  });
  return { api, pauses };
}

export const terms = (priority: AskTerms['priority'] = 'resolve', milliseconds = 30_000): AskTerms => ({
  priority,
  signal: AbortSignal.timeout(milliseconds),
});
