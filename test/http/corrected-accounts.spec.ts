/** Figures that were served and billed of a document which newer rules judge otherwise: over real HTTP, from import to bill. */
import type {
  AccountsRecord,
  ReadAccounts,
} from '../../packages/enrichment/src/filed-accounts/accounts-record.js';
import { reportRow } from '../../src/operator/investigate/investigate.js';
import { openOperatorServices } from '../../src/operator/operator.js';
import { accounts } from '../../packages/enrichment/src/sources/accounts/accounts.source.js';
import { importRegister } from '../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { defineRecordSource } from '../../packages/enrichment/src/sources/kit/records/define-record-source.js';
import { jobIdFrom } from '../../packages/contract/src/ids.js';
import { readSample } from '../support/accounts-records.js';
import { csvFile, zipArchive } from '../support/basic-company-data.js';
import { filedDocument } from '../support/filed-accounts.js';
import { resultsOf, unitsOf } from '../support/live/jobs.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { stopVerified } from '../support/verified.js';
import { ApiWorld, type IssuedKey } from '../support/worlds/api-world.js';

jest.setTimeout(180_000);

const NUMBER = '00043935';
const NAME = 'Prod224_2601_00043935_20250506.html';
/** Net current assets of 62,347, with two digits changed over. */
const DOCUMENT = Buffer.from(filedDocument(NAME).toString('utf8').replaceAll('62,347', '26,347'));
const RIGHT = readSample(NAME);
/** As rules read it that knew no sums: what it states is what is served. */
const TAKEN_AT_ITS_WORD: ReadAccounts = {
  ...RIGHT,
  periods: RIGHT.periods.map((period, at) => {
    const stated = { amount: '26347', currency: 'GBP', by: null };
    return at > 0 ? period : { ...period, figures: { ...period.figures, net_current_assets: stated } };
  }),
};

const rulesBefore = defineRecordSource<AccountsRecord>()({
  ...{ name: 'accounts', fact: 'accounts', stale_after_days: 31, layout: 1, reader: 1, forms: [] },
  members: /\.html$/,
  documents: () => ({
    take: async (_document, { sink, version }) =>
      sink.add({
        ...{ kind: 'put', subject: NUMBER, list: 'accounts', version },
        key: `2025-05-06 ${NAME}`,
        data: TAKEN_AT_ITS_WORD,
      }),
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }),
});

const folder = new TemporaryFolder();
afterAll(() => folder.remove());
const archive = folder.write('Accounts_Bulk_Data-2025-11-22.zip', zipArchive({ [NAME]: DOCUMENT }));
const companies = folder.write(
  'BasicCompanyData-2025-11-01.csv',
  csvFile([{ CompanyNumber: NUMBER, CompanyName: 'MICRO LIMITED', 'Accounts.LastMadeUpDate': '06/05/2025' }]),
);

async function jobOf(world: ApiWorld, key: IssuedKey) {
  const body = { rows: [{ company_number: NUMBER }], blocks: ['financials_filed'] };
  const accepted = await world.call('/v1/enrich/jobs', { method: 'POST', body }, key);
  const id = String(accepted.body['job_id']);
  const [row] = await resultsOf(world, key, id);
  return { id, row };
}

const servedAs = (amount: string | null, withheld: readonly object[]) => ({
  blocks: {
    financials_filed: {
      status: 'available',
      value: {
        periods: [
          {
            figures: { net_current_assets: amount === null ? null : { amount, currency: 'GBP' } },
            withheld,
          },
          {},
        ],
      },
    },
  },
});

it('corrects what was served by a new import of the same archive, keeps what was billed, and tells why they differ', async () => {
  const world = await ApiWorld.start({ worker: 'register', companies });
  const { dataDir } = world.settings;
  const key = await world.customer();
  const imported = async (source: typeof accounts): Promise<string> => {
    const outcome = await importRegister({ source, files: [archive], dataDir });
    return outcome.outcome === 'imported' ? outcome.edition : outcome.detail;
  };

  const then = await imported(rulesBefore);
  const first = await jobOf(world, key);
  expect(first.row).toMatchObject(servedAs('26347', []));
  const now = await imported(accounts);
  const second = await jobOf(world, key);
  expect(second.row).toMatchObject(
    servedAs(null, [{ field: 'net_current_assets', reason: 'filed_value_implausible' }]),
  );

  const again = await world.call(`/v1/enrich/jobs/${first.id}/results?limit=10`, {}, key);
  expect(again.body['results']).toEqual([first.row]);
  expect(await unitsOf(world, key)).toBe(2);
  const operator = await openOperatorServices(world.settings, {
    actor: 'operator',
    requestId: 'req_operator',
  });
  const told = await reportRow(operator, { jobId: jobIdFrom(first.id.replace('job_', '')), row: 0 }, null);
  await operator.close();
  expect(told).toMatchObject({
    units: 1,
    editions: { accounts: then },
    editions_since: [
      {
        source: 'accounts',
        then,
        now,
        why: 'the same published files were read by version 3 of the rules in place of 1',
      },
    ],
  });
  expect(told.story.at(-1)).toContain('What was delivered and billed stays');
  await stopVerified(world);
});
