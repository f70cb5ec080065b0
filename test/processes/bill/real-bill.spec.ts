/**
 * `packages/independent-bill` sums from the exported log what usage over HTTP and the statements say of a real service, in
 * random campaigns with kill -9 in them. Left to the long run.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegisterApiProcess } from '../../../packages/register-api-stand-in/src/index.js';
import { readTrustedKeys, verifyStatements } from '../../../src/operator/statements/verify-statement.js';
import { inPythonTogether } from '../../support/statements/statement-verifiers.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { patiently } from '../patiently.js';
import { BillCampaign } from './bill-campaign.js';

const PROGRAM = join(__dirname, '../../../packages/independent-bill/independent_bill.py');
/** BILL_RUNS and BILL_SEED choose others. */
const RUNS = Number(process.env['BILL_RUNS'] ?? 30);
const SEED = Number(process.env['BILL_SEED'] ?? 20_261_129);
const KILLS = 5;

jest.setTimeout(3_600_000);

const folder = forAllTests(() => new TemporaryFolder());
const register = forAllTests(
  () => RegisterApiProcess.start({ limit: 1_000_000 }),
  (process) => process.stop(),
);

interface Figures {
  readonly rows: number;
  readonly units: number;
  readonly net_units: number;
  readonly amount: string | null;
  readonly net_amount: string | null;
}

interface Usage {
  readonly counts: Pick<Figures, 'rows' | 'units'>;
  readonly amount?: string | null;
  readonly net_units?: number;
  readonly net_amount?: string | null;
}

/** What is not adjusted is owed as it was charged. */
function figuresOf({ counts: { rows, units }, amount = null, net_units, net_amount }: Usage): Figures {
  return { rows, units, net_units: net_units ?? units, amount, net_amount: net_amount ?? amount };
}

function independent(log: string, account: number, month: string) {
  const words = [PROGRAM, log, '--account', String(account), '--from', `${month}-01`, '--to', lastDay(month)];
  const { status, stdout, stderr } = spawnSync('python3', words, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status === null || status > 1) throw new Error(stderr);
  return JSON.parse(stdout) as {
    readonly accounts: readonly (Figures & { readonly statements: readonly Figures[] })[];
    readonly contradictions: readonly string[];
  };
}

const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** Usage of the month over HTTP, once it has caught up with the log. */
async function usageOverHttp(campaign: BillCampaign, month: string): Promise<Figures> {
  const path = `/v1/usage?from=${month}-01&to=${lastDay(month)}`;
  const words = ['--account', String(campaign.account), '--from', `${month}-01`, '--to', lastDay(month)];
  const due = JSON.stringify(figuresOf(await campaign.cli().json<Usage>('usage', 'show', ...words)));
  return patiently(`usage of ${month}`, async () => {
    const { status, body } = await campaign.client.ask(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    const figures = figuresOf(body as unknown as Usage);
    return JSON.stringify(figures) === due ? figures : undefined;
  });
}

async function judge(campaign: BillCampaign, run: number): Promise<Record<string, unknown>> {
  const usage = new Map<string, Figures>();
  for (const month of campaign.months) usage.set(month, await usageOverHttp(campaign, month));
  await campaign.closeMonth();
  const cli = campaign.cli();
  const files: string[] = [];
  for (const month of campaign.months) {
    const file = folder.file(`${run}-${month}.ndjson`);
    await cli.json(
      'statements',
      'issue',
      '--account',
      String(campaign.account),
      '--month',
      month,
      '--out',
      file,
    );
    files.push(file);
  }
  const keys = folder.file('keys.json');
  const [key] = await cli.lines<{ public_key: string }>('statements', 'keys');
  writeFileSync(keys, key?.public_key ?? '');
  for (const report of await verifyStatements(files, readTrustedKeys(keys), () => undefined))
    expect(report).toMatchObject({ ok: true, findings: [] });
  expect(await inPythonTogether([files], key?.public_key)).toEqual([
    Object.fromEntries(files.map((file) => [file, []])),
  ]);
  expect(await cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
  const log = folder.file(`log-${run}.ndjson`);
  await cli.json('events', 'export', log);
  for (const month of campaign.months) {
    const { accounts, contradictions } = independent(log, campaign.account, month);
    expect(contradictions).toEqual([]);
    expect(accounts).toMatchObject([{ ...usage.get(month) }]);
    expect(accounts[0]?.statements).toHaveLength(campaign.months.length);
  }
  return { units: [...usage.values()].reduce((sum, { units }) => sum + units, 0) };
}

it.each(Array.from({ length: RUNS }, (_, run) => run))('sums what the service says: run %d', async (run) => {
  const plan = { seed: SEED + run, kills: KILLS, overMonthsEnd: run < 2 };
  const campaign = await BillCampaign.begin(plan, register);
  try {
    await campaign.run();
    const figures = await judge(campaign, run);
    process.stdout.write(`independent bill: ${JSON.stringify({ ...plan, ...campaign.told, ...figures })}\n`);
  } finally {
    await campaign.world.remove();
  }
});
