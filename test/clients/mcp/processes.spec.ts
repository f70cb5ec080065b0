/** The server as a process: over stdio and HTTP, killed in the middle of a list, packed as published. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpHost, clientOf, membersOf, resultIn } from '../../support/mcp/mcp-host.js';
import { McpProcess, type Message } from '../../support/mcp/mcp-process.js';
import { companyNumbers } from '../../support/sample-register.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { ApiWorld, type IssuedKey } from '../../support/worlds/api-world.js';
import { afterThisTest, forAllTests, forEachTest } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ worker: 'register' }));
const folder = forEachTest(() => new TemporaryFolder());
const NUMBERS = companyNumbers();
const [NUMBER = ''] = NUMBERS;
const TASKS = 'io.modelcontextprotocol/tasks';
const CAN_TASKS = { extensions: { [TASKS]: {} } };

let key: IssuedKey;
beforeEach(async () => (key = await world.customer()));

const envOf = (url = world.api.url) => ({ COMPANY_DATA_URL: url, COMPANY_DATA_KEY: key.key });
const flags = (...more: string[]): string[] => ['--state-folder', folder.path, ...more];

function started(more: readonly string[] = [], url?: string): McpProcess {
  const server = new McpProcess({ env: envOf(url), flags: flags(...more) });
  afterThisTest(() => server.kill());
  return server;
}

const resultOf = (message: Message): Readonly<Record<string, unknown>> => membersOf(message['result']);
const errorOf = (message: Message): Readonly<Record<string, unknown>> => membersOf(message['error']);

async function billed(): Promise<unknown> {
  await world.caughtUp();
  return membersOf((await world.call('/v1/usage', {}, key)).body['counts'])['units'];
}

/** The units that the record of what was spent counts. */
function recorded(): number {
  const [name = ''] = readdirSync(folder.path).filter((entry) => entry.endsWith('.json'));
  const { entries } = JSON.parse(readFileSync(join(folder.path, name), 'utf8')) as {
    entries: Record<string, { units: number }>;
  };
  return Object.values(entries).reduce((sum, { units }) => sum + units, 0);
}

const LIST = {
  rows: NUMBERS.slice(0, 20).map((company_number) => ({ company_number })),
  blocks: ['company_identity', 'industry'],
};
const listCall = { name: 'enrich_list', arguments: LIST };

describe('over stdio', () => {
  it('prints nothing but the protocol, and ends when nobody listens any more', async () => {
    const server = started();
    await server.ask('server/discover', {});
    await server.ask('tools/call', { name: 'find_company', arguments: { company_number: NUMBER } });
    server.child.stdin?.end();
    expect(await server.ended()).toBe(0);
    expect(server.lines.map((line) => membersOf(JSON.parse(line))['jsonrpc'])).toEqual(['2.0', '2.0']);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends well by %s', async (signal) => {
    const server = started();
    await server.ask('tools/list', {});
    expect(await server.kill(signal)).toBe(0);
  });

  it.each([
    [['--max-units-per-day', 'many'], 2, /whole number/],
    [['--operator'], 2, /never served beside a customer's key/],
  ])('%s does not start', async (words, code, sentence) => {
    const server = started(words);
    const said = once(server.child.stderr ?? server.child, 'data');
    expect([await server.ended(), String(await said), server.lines]).toEqual([
      code,
      expect.stringMatching(sentence),
      [],
    ]);
  });
});

describe('a yes of a person', () => {
  const YES = { confirm: { action: 'accept', content: { confirm: true } } };
  const asking = (company_number: string | undefined, more: object = {}): object => ({
    ...{ name: 'get_blocks', arguments: { company_number, blocks: LIST.blocks } },
    ...more,
  });

  it('holds for the call that it was asked about, and for no other', async () => {
    const server = started(['--ask-above-units', '1']);
    const call = async (params: object) =>
      resultOf(await server.ask('tools/call', params, { elicitation: {} }));
    const { requestState, ...first } = await call(asking(NUMBER));
    expect(first).toMatchObject({ resultType: 'input_required' });
    const other = await call(asking(NUMBERS[1], { requestState, inputResponses: YES }));
    const unasked = await call(asking(NUMBER, { inputResponses: YES }));
    expect([other['resultType'], unasked['resultType'], await billed()]).toEqual([
      ...['input_required', 'input_required', 0],
    ]);
    expect(await call(asking(NUMBER, { requestState, inputResponses: YES }))).toMatchObject({
      structuredContent: { receipt: { units: 2 } },
    });
  });
});

describe('a list', () => {
  it('is a task of its job for a host that knows tasks, through a restart of the server', async () => {
    const server = started();
    const { capabilities } = resultOf(await server.ask('server/discover', {}));
    expect(capabilities).toMatchObject(CAN_TASKS);
    const task = resultOf(await server.ask('tools/call', listCall, CAN_TASKS));
    expect(task).toMatchObject({
      resultType: 'task',
      taskId: expect.stringMatching(/^job_/) as unknown,
      status: 'working',
    });
    await server.kill();
    await world.ended(key, String(task['taskId']));

    const next = started();
    const taskId = task['taskId'];
    const done = resultOf(await next.ask('tasks/get', { taskId }, CAN_TASKS));
    expect(done).toMatchObject({ resultType: 'complete', taskId, status: 'completed' });
    expect(done['result']).toMatchObject({ structuredContent: { receipt: { job_id: taskId, units: 40 } } });
    expect([recorded(), await billed()]).toEqual([40, 40]);
    for (const method of ['tasks/cancel', 'tasks/update'])
      expect(resultOf(await next.ask(method, { taskId }, CAN_TASKS))).toMatchObject({
        resultType: 'complete',
      });
  });

  it.each([
    ['of nobody', 'job_00000000000000000000000000', CAN_TASKS, -32_602],
    ['of a host that does not know tasks', 'job_00000000000000000000000000', {}, -32_021],
  ])('a task %s is refused', async (_whose, taskId, can, code) => {
    expect(errorOf(await started().ask('tasks/get', { taskId }, can))).toMatchObject({ code });
  });

  it('of another account is no task', async () => {
    const other = await world.customer();
    const job = await world.ranJob(other, LIST.rows, ['industry']);
    expect(errorOf(await started().ask('tasks/get', { taskId: job }, CAN_TASKS))).toMatchObject({
      code: -32_602,
    });
  });

  it('whose server is killed before the answer is paid for once, and stays reserved until it is known', async () => {
    // Passes calls on, and keeps the answers of submissions back.
    const held: ServerResponse[] = [];
    const passage = createServer((asked, answer) => {
      void (async () => {
        const pieces: Buffer[] = [];
        for await (const piece of asked) pieces.push(piece as Buffer);
        const { host: _host, connection: _connection, ...headers } = asked.headers as Record<string, string>;
        const method = asked.method ?? 'GET';
        const body = method === 'POST' ? Buffer.concat(pieces) : null;
        const got = await fetch(world.api.url + asked.url, { method, headers, body });
        if (method === 'POST') return void held.push(answer);
        answer.writeHead(got.status, { 'content-type': 'application/json' }).end(await got.text());
      })();
    }).listen(0, '127.0.0.1');
    await once(passage, 'listening');
    afterThisTest(() => passage.closeAllConnections());
    afterThisTest(() => passage.close());

    const server = started([], `http://127.0.0.1:${(passage.address() as AddressInfo).port}`);
    void server.ask('tools/call', listCall);
    while (held.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await server.kill();
    expect(recorded()).toBe(40);

    const host = await McpHost.start({ env: envOf(), flags: flags('--max-units-per-day', '40') });
    afterThisTest(() => host.stop());
    const again = await host.call('enrich_list', LIST);
    const job = String(membersOf(again.told['receipt'])['job_id']);
    await world.ended(key, job);
    expect((await host.call('follow_job', { job_id: job })).told['receipt']).toMatchObject({
      units: 40,
    });
    expect(await billed()).toBe(40);
  });
});

describe('over HTTP', () => {
  it.each(['legacy', 'modern'] as const)('asks a person, answers and charges a %s host', async (era) => {
    const server = started(['--http', '--port', '0', '--ask-above-units', '1']);
    const asked: string[] = [];
    const client = clientOf((message) => {
      asked.push(message);
      return { action: 'accept', content: { confirm: true } };
    }, era);
    await client.connect(new StreamableHTTPClientTransport(await server.address()));
    const args = { company_number: NUMBER, blocks: ['company_identity', 'industry'] };
    const { told } = resultIn(await client.callTool({ name: 'get_blocks', arguments: args }));
    expect(told['receipt']).toMatchObject({ units: 2 });
    expect([asked.length, await billed()]).toEqual([1, 2]);
    await client.close();
    expect(await server.kill('SIGTERM')).toBe(0);
  });
});

describe('the package', () => {
  const ROOT = join(__dirname, '..', '..', '..');

  it('runs without the checkout, with the packages that it names', async () => {
    const packed = folder.file('packed');
    mkdirSync(packed);
    const words = ['pack', '--silent', '--workspace', 'packages/mcp', '--pack-destination', packed];
    execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8' });
    const [name = ''] = readdirSync(packed);
    execFileSync('tar', ['xf', name], { cwd: packed });
    symlinkSync(join(ROOT, 'node_modules'), join(packed, 'node_modules'));
    const program = join(packed, 'package/bin/mcp.js');
    const host = await McpHost.start({ env: envOf(), flags: flags(), program });
    afterThisTest(() => host.stop());
    expect((await host.call('find_company', { company_number: NUMBER })).told['receipt']).toMatchObject({
      units: 1,
    });
  });
});
