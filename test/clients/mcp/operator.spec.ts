/** Tools for operators: only queries, by the command line, each look recorded with its reason. */
import { join } from 'node:path';
import { McpHost } from '../../support/mcp/mcp-host.js';
import { companyNumbers } from '../../support/sample-register.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { ProcessWorld } from '../../support/worlds/process-world.js';

jest.setTimeout(180_000);

const COMMAND_LINE = join(__dirname, '..', '..', '..', 'bin', 'company-data.js');
const world = forAllTests(() => ProcessWorld.create({ plans: { api: {} } }));
const folder = forAllTests(() => new TemporaryFolder());
const [NUMBER = ''] = companyNumbers();

let host: McpHost;
let keyId: string;
let job: string;
let account: number;
beforeAll(async () => {
  await world.fleet.startAll();
  const customer = await world.account('Looked');
  account = customer.account;
  keyId = /_([a-z0-9]{12})_/.exec(customer.key)?.[1] ?? '';
  const url = `${world.fleet.urlOf('api')}/v1/resolve?blocks=industry&company_number=${NUMBER}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${customer.key}` } });
  ({ job_id: job } = (await answer.json()) as { job_id: string });
  host = await McpHost.start({
    env: { DATA_DIR: world.cli.dataDir, OPERATOR: 'alice' },
    flags: ['--operator', '--company-data', COMMAND_LINE, '--state-folder', folder.path],
  });
});
afterAll(() => host.stop());

const REASON = 'ticket 4711';

/** Looks at the key, as its own investigation lists them. */
async function looks(): Promise<readonly { operator: string; reason: string; about: { kind: string } }[]> {
  const told = await world.cli.json('investigate', 'key', keyId, '--reason', 'the test');
  return told['looks'] as never;
}

describe('the operator', () => {
  it('has queries and nothing that changes or costs anything', async () => {
    const { tools } = await host.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      ...['evidence', 'explain_bill', 'investigate_job', 'investigate_key'],
      ...['investigate_request', 'investigate_row', 'verify'],
    ]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  });

  it.each([
    ['investigate_key', () => ({ key: keyId }), () => ({ key_id: keyId }), 'key'],
    ['investigate_row', () => ({ job, row: 0 }), () => ({ job_id: job, units: 1 }), 'row'],
    ['investigate_job', () => ({ job }), () => ({ job_id: job }), 'job'],
    ['explain_bill', () => ({ job }), () => ({ job_id: job, units: 1 }), 'bill_of_job'],
  ] as const)('%s answers, and the look is recorded with its reason', async (name, args, data, kind) => {
    const result = await host.call(name, { ...args(), reason: REASON });
    expect([result.isError, result.told['data']]).toEqual([false, expect.objectContaining(data())]);
    expect(await looks()).toContainEqual(
      expect.objectContaining({
        operator: 'alice',
        reason: REASON,
        about: expect.objectContaining({ kind }) as unknown,
      }),
    );
  });

  it('writes evidence into a folder of its own', async () => {
    const { told } = await host.call('evidence', { job, reason: REASON });
    expect(told['data']).toMatchObject({
      job_id: job,
      rows_written: 1,
      dir: expect.stringContaining(folder.path) as unknown,
    });
  });

  it('verifies the log', async () => {
    expect((await host.call('verify')).told['data']).toMatchObject({ ok: true });
  });

  it.each([
    ['without a reason', () => ({ key: keyId })],
    ['with a blank reason', () => ({ key: keyId, reason: '    ' })],
    ['for what would be an option', () => ({ key: '--version', reason: REASON })],
    ['with an argument that is no part of it', () => ({ key: keyId, reason: REASON, operator: 'mallory' })],
  ])('nothing is looked at %s', async (_how, args) => {
    const before = (await looks()).length;
    const result = await host.call('investigate_key', args());
    expect([result.isError, result.text]).toEqual([true, expect.stringMatching(/Invalid arguments/)]);
    // The test's own look in between is one.
    expect((await looks()).length - before).toBe(1);
  });

  it('a reason that looks like an option is a reason', async () => {
    const result = await host.call('explain_bill', {
      account,
      month: new Date().toISOString().slice(0, 7),
      reason: '--no-such',
    });
    expect(result.isError).toBe(false);
  });

  it('is told what the command line refuses', async () => {
    const result = await host.call('investigate_job', { job: `job_${'0'.repeat(26)}`, reason: REASON });
    expect([result.isError, result.told['data']]).toEqual([
      true,
      expect.objectContaining({ error: expect.anything() as unknown }),
    ]);
  });
});
