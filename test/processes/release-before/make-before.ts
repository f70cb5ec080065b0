/** Has the release before make the data that are kept of it: jobs, a cancel, resolves, an adjustment, and an open job. */
import { readFileSync } from 'node:fs';
import { companyNumbers, SAMPLE_REGISTER } from '../../support/sample-register.js';
import type { CommandLineOn } from '../../support/cli.js';
import type { PatientClient } from '../../support/patient-client.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { endOf } from '../patiently.js';
import { rowsOf, submitted } from '../asking.js';
import type { Stores, ToldBefore } from './data-before.js';
import { DataBefore } from './data-before.js';
import { programBefore } from './program.js';

/** Of the register that ships: what is kept stays small. */
const COMPANIES = 200;
const FEW = ['--requests-per-minute', '1000000', '--resolve-per-minute', '1000000'];

/** @throws Error where the history doesn't hold the release before */
export async function makeDataBefore(stores: Stores): Promise<void> {
  const program = programBefore();
  if (program === null) throw new Error('the history of this copy does not hold the release before');
  const data = await DataBefore.empty(stores);
  try {
    const cli = data.cli(program);
    const { account, key } = await opened(cli);
    for (const name of data.fleet.names) await data.fleet.start(name, { program });
    const client = data.client(key);
    const told = { account, key, ...(await worked(data, client, cli, account)) };
    await data.fleet.stopAll();
    await data.pack(stores, told);
  } finally {
    await data.remove();
  }
}

async function opened(cli: CommandLineOn): Promise<{ account: number; key: string }> {
  const folder = new TemporaryFolder();
  const lines = readFileSync(SAMPLE_REGISTER, 'utf8')
    .split('\n')
    .slice(0, COMPANIES + 1);
  const few = folder.write('BasicCompanyData-2020-05-01-sample.csv', `${lines.join('\n')}\n`);
  await cli.json('register', 'import', '--source', 'companies', few);
  folder.remove();
  const { account_id: account } = await cli.json<{ account_id: number }>(
    ...['accounts', 'create', '--email', 'before@example.co.uk', '--name', 'Before'],
  );
  const { key } = await cli.json<{ key: string }>(
    ...['keys', 'issue', '--account', String(account), '--name', 'before', ...FEW],
  );
  return { account, key };
}

async function worked(
  data: DataBefore,
  client: PatientClient,
  cli: CommandLineOn,
  account: number,
): Promise<Omit<ToldBefore, 'account' | 'key'>> {
  const numbers = companyNumbers().slice(0, COMPANIES / 2);
  const jobs: string[] = [];
  for (const rows of [1, 60, 600]) {
    const job = await submitted(client, { name: `before ${rows}`, numbers, rows });
    await endOf(client, job);
    jobs.push(job);
  }
  await client.ask(`/v1/resolve?company_number=${numbers[0]}&blocks=company_identity`);
  const adjusted = ['--account', String(account), '--job', jobs[1] ?? '', '--reason', 'goodwill'];
  await cli.json('billing', 'adjust', ...adjusted, '--note', 'A late answer.');
  await data.fleet.stop('worker');
  const cancelled = await submitted(client, { name: 'before, cancelled', numbers, rows: 40 });
  await client.ask(`/v1/enrich/jobs/${cancelled}/cancel`, { method: 'POST' });
  await endOf(client, cancelled);
  const open = await submitted(client, { name: 'before, open', numbers, rows: 700 });
  const served = await Promise.all(
    [...jobs, cancelled].map(async (job) => [job, await rowsOf(client, job)] as const),
  );
  const { body: usage } = await client.ask('/v1/usage');
  return { served: Object.fromEntries(served), open, numbers, usage };
}
