/** Leases of workers that are gone run out by themselves in a few seconds; here, at once. Embedded stores only. */
import { join } from 'node:path';
import { openSqliteCoordination } from '../../packages/platform/src/coordination/sqlite/sqlite-coordination.js';
import { STORE_FILES } from '../../packages/platform/src/stores/stores.js';
import type { ProcessWorld } from '../support/worlds/process-world.js';

export async function forgetLeases({ cli }: ProcessWorld): Promise<void> {
  const file = join(cli.dataDir, STORE_FILES.coordination);
  const coordination = await openSqliteCoordination({ file, hosting: 'direct' });
  for (const { key } of await coordination.range('lease/', 'lease0')) await coordination.delete(key);
  await coordination.close();
}
