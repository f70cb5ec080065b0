/** Jobs whose rows have live steps, over real HTTP: as they are served and billed in the end. */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { ApiWorld, IssuedKey } from '../worlds/api-world.js';

/** Units of today. */
export async function unitsOf(world: ApiWorld, key: IssuedKey): Promise<number> {
  const today = new Date().toISOString().slice(0, 10);
  await world.caughtUp();
  const { body } = await world.call(`/v1/usage?from=${today}&to=${today}`, {}, key);
  return (body['counts'] as { units: number }).units;
}

/** The rows of a job once it has ended. */
export async function resultsOf(
  world: ApiWorld,
  key: IssuedKey,
  job: string,
): Promise<Record<string, unknown>[]> {
  await world.ended(key, job);
  const page = await world.call(`/v1/enrich/jobs/${job}/results?limit=100`, {}, key);
  return page.body['results'] as Record<string, unknown>[];
}

/** Runs these numbers as one job; its rows as they are served in the end. */
export async function rowsOfJob(
  world: ApiWorld,
  key: IssuedKey,
  asked: {
    readonly numbers: readonly string[];
    readonly blocks: readonly BlockKey[];
    readonly options?: object;
  },
): Promise<Record<string, unknown>[]> {
  const { numbers, blocks, options = {} } = asked;
  const rows = numbers.map((company_number) => ({ company_number }));
  const accepted = await world.call(
    '/v1/enrich/jobs',
    { method: 'POST', body: { rows, blocks, options } },
    key,
  );
  return resultsOf(world, key, String(accepted.body['job_id']));
}
