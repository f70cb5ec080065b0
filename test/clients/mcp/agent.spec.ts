/**
 * A scripted agent on the real service: cases with the calls of the service that each is expected to make,
 * and what it is billed. Then the whole session again, which costs nothing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import { McpHost, membersOf, type Result } from '../../support/mcp/mcp-host.js';
import { smallRegister } from '../../support/small-register.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { ApiWorld, type IssuedKey } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

interface Case {
  readonly says: string;
  readonly tool: string;
  /** `$name` stands for the job that a case before saved by this name. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Operations of the service, but for the catalogue's, which is kept for a minute. */
  readonly calls: readonly string[];
  /** Billed, once the job is over. */
  readonly units: number;
  /** Charged; left out: nothing. */
  readonly amount?: string;
  /** `answered`, or the code of the refusal. */
  readonly outcome: string;
  readonly save?: string;
}

const CASES = JSON.parse(readFileSync(join(__dirname, 'cases.json'), 'utf8')) as readonly Case[];

const OPERATIONS: readonly (readonly [RegExp, string])[] = [
  [/^GET \/v1\/resolve/, 'resolve'],
  [/^POST \/v1\/enrich\/jobs$/, 'submitJob'],
  [/^POST .*\/cancel$/, 'cancelJob'],
  [/^GET .*\/results/, 'getResults'],
  [/^GET .*\/errors/, 'getErrors'],
  [/^GET \/v1\/enrich\/jobs\/\w+$/, 'getJob'],
  [/^GET \/v1\/usage/, 'getUsage'],
  [/^GET \/v1\/whoami/, 'whoami'],
];

/** Passes calls on to the service, and notes them. */
class Passage {
  readonly calls: string[] = [];
  private readonly server = createServer((asked, answer) => {
    const { method = '', url = '' } = asked;
    const [, name] = OPERATIONS.find(([form]) => form.test(`${method} ${url}`)) ?? [];
    if (name !== undefined) this.calls.push(name);
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of asked) pieces.push(piece as Buffer);
      const { host: _host, connection: _connection, ...kept } = asked.headers;
      const headers = new Headers();
      for (const [header, value] of Object.entries(kept))
        if (typeof value === 'string') headers.set(header, value);
      const body = method === 'POST' ? Buffer.concat(pieces) : null;
      const got = await fetch(this.to + url, { method, headers, body });
      const back = Object.fromEntries([...got.headers].filter(([header]) => !/encoding|length/.test(header)));
      answer.writeHead(got.status, back).end(Buffer.from(await got.arrayBuffer()));
    })();
  });

  private constructor(private readonly to: string) {}

  static async open(to: string): Promise<Passage> {
    const passage = new Passage(to);
    await once(passage.server.listen(0, '127.0.0.1'), 'listening');
    return passage;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const PRICES = { company_identity: '0.0200', industry: '0.0135' };
const FLAGS = ['--max-units-per-call', '20', '--max-amount-per-call', '0.30', '--ask-above-units', '10'];
const ENABLED: readonly BlockKey[] = BLOCK_KEYS.filter((block) => block !== 'subsidiaries');

const register = forAllTests(() => smallRegister());
const world = forAllTests(() => ApiWorld.start({ worker: 'register', companies: register.file }));
const passage = forAllTests(() => Passage.open(world.api.url));
const folder = forAllTests(() => new TemporaryFolder());

async function pricedKey(): Promise<IssuedKey> {
  const key = await world.customer({ blocks: ENABLED });
  const from = new Date().toISOString().slice(0, 10);
  await world.agreePrices(key.account, { currency: 'GBP', from, prices: PRICES });
  return key;
}

const hostOf = (key: IssuedKey, era: 'legacy' | 'modern', state = folder.path): Promise<McpHost> =>
  McpHost.start({
    era,
    env: { COMPANY_DATA_URL: passage.url, COMPANY_DATA_KEY: key.key },
    flags: [...FLAGS, '--state-folder', state],
    person: () => ({ action: 'accept', content: { confirm: true } }),
  });

interface Bill {
  readonly units: number;
  readonly amount: number;
}

async function billOf(key: IssuedKey): Promise<Bill> {
  await world.caughtUp();
  const { body } = await world.call('/v1/usage', {}, key);
  return { units: Number(membersOf(body['counts'])['units']), amount: Number(body['amount'] ?? 0) };
}

const outcomeOf = ({ isError, told, text }: Result): unknown => {
  if (!isError) return 'answered';
  return (
    told['error'] ?? told['refused'] ?? (/Invalid arguments/.test(text) ? 'refused by the schema' : text)
  );
};

/** Plays one case. */
async function played(host: McpHost, key: IssuedKey, { tool, args, save }: Case, jobs: Map<string, string>) {
  const named = Object.entries(args).map(([name, value]) => {
    const job = typeof value === 'string' && value.startsWith('$') ? jobs.get(value.slice(1)) : undefined;
    return [name, job ?? value] as const;
  });
  passage.calls.length = 0;
  const before = await billOf(key);
  const result = await host.call(tool, Object.fromEntries(named));
  const calls = [...passage.calls];
  const job = membersOf(result.told['receipt'])['job_id'];
  if (tool === 'enrich_list' && typeof job === 'string') await world.ended(key, job);
  if (save !== undefined && typeof job === 'string') jobs.set(save, job);
  const after = await billOf(key);
  return {
    result,
    calls,
    units: after.units - before.units,
    amount: after.amount - before.amount,
  };
}

describe.each(['legacy', 'modern'] as const)('an agent whose host speaks the %s protocol', (era) => {
  const jobs = new Map<string, string>();
  let key: IssuedKey;
  let host: McpHost;
  beforeAll(async () => {
    key = await pricedKey();
    host = await hostOf(key, era);
  });
  afterAll(() => host.stop());

  it.each(CASES.map((one) => [one.says, one] as const))('%s', async (_says, one) => {
    const { result, calls, units, amount } = await played(host, key, one, jobs);
    expect({ outcome: outcomeOf(result), calls, units, amount: amount.toFixed(4) }).toEqual({
      ...{ outcome: one.outcome, calls: one.calls, units: one.units },
      amount: Number(one.amount ?? 0).toFixed(4),
    });
    const { units: told, amount: money, row, at_most: open } = membersOf(result.told['receipt']);
    if (one.outcome === 'answered' && open !== true && row !== undefined)
      expect([told, Number(money)]).toEqual([one.units, Number(one.amount ?? 0)]);
    if (one.outcome === 'cap')
      expect(result.told['estimate']).toMatchObject({ at_most: { currency: 'GBP' } });
  });

  it('costs nothing when the whole session is played again, even where its record is lost', async () => {
    const lost = new TemporaryFolder();
    const again = await hostOf(key, era, lost.path);
    const before = await billOf(key);
    for (const one of CASES) await played(again, key, one, jobs);
    expect(await billOf(key)).toEqual(before);
    await again.stop();
    lost.remove();
  });
});
