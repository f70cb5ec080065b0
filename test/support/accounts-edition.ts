/** An edition of accounts from records that are at hand, in force as an import would leave it. */
import { createHash } from 'node:crypto';
import type { AccountsRecord } from '../../packages/enrichment/src/filed-accounts/accounts-record.js';
import {
  buildingPath,
  lockSource,
  publishEdition,
  type EditionId,
} from '../../packages/enrichment/src/sources/kit/editions/edition.js';
import { sourceNamed } from '../../packages/enrichment/src/sources/index.js';
import { RecordEditionBuilder } from '../../packages/enrichment/src/sources/kit/records/record-edition.js';
import { stagedAccounts } from '../../bench/support/generated-accounts.js';

/** @param accounts by company number */
export function publishAccounts(
  dataDir: string,
  accounts: ReadonlyMap<string, readonly AccountsRecord[]>,
  as_of = '2024-06-30',
): EditionId {
  const lock = lockSource(dataDir, 'accounts');
  const path = buildingPath(dataDir, 'accounts', 'test');
  const { layout } = sourceNamed('accounts').importer;
  const builder = new RecordEditionBuilder(path, layout % 1000);
  for (const [number, records] of [...accounts].sort(([a], [b]) => (a < b ? -1 : 1)))
    builder.put(number, records.map(stagedAccounts));
  builder.finish({ as_of, as_of_basis: 'file_name', rows: builder.rows, rejected: 0, part: true, files: [] });
  const hash = createHash('sha256')
    .update(JSON.stringify([...accounts]))
    .digest('hex');
  const edition = `${as_of}-${hash.slice(0, 12)}`;
  publishEdition(dataDir, 'accounts', path, edition);
  lock?.release();
  return edition;
}
