/** Suppresses a company, as `suppress NUMBER` does. */
import { keyedHash } from '../../../src/jobs/suppressions/suppressed-hashes.js';
import { openCommandBus } from '../../../src/operator/command-bus.js';
import { SuppressValues } from '../../../src/operator/suppressions/commands.js';
import { SuppressionsModule } from '../../../src/operator/suppressions/suppressions.module.js';
import type { ApiWorld } from './api-world.js';

export async function suppressCompany(world: ApiWorld, number: string): Promise<void> {
  const { settings, stores, live: models } = world;
  const { bus, close } = await openCommandBus(SuppressionsModule, { settings, stores, models });
  const by = { requestId: 'cli-suppress', actor: 'operator' };
  const hash = keyedHash(settings.keyHashSecret);
  const value_hash = hash.hashOf({ kind: 'company_number', value: number });
  const values = [{ kind: 'company_number', value_hash } as const];
  await bus.execute(new SuppressValues(by, { values, secret: hash.fingerprint }));
  await close();
}
