/** The witness over HTTP: statuses, headers, limits, many requests at once, and its own process killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverOf } from '../src/server.js';
import { checkpointText, growth, leavesOf, LogKey } from './test-log.js';
import { cosignedAt, WitnessInTest } from './witness-in-test.js';

const LONG = process.env.TEST_LONG !== undefined;
const KEY = new LogKey('log.example.org/heads');
/** No answer of the process takes so long: a wait without an end names itself. */
const WAIT_MS = 60_000;
const HASH = createHash('sha256').update(KEY.name).digest('hex');

describe('over HTTP', () => {
  let asked: WitnessInTest;
  let server: ReturnType<typeof serverOf>;
  let url: string;

  beforeAll(async () => {
    asked = new WitnessInTest([`vkey ${KEY.vkey}`]);
    server = serverOf(asked.witness, (entry) => asked.entries.push(entry)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    asked.remove();
  });

  const post = (body: string): Promise<Response> => fetch(`${url}/add-checkpoint`, { method: 'POST', body });

  it('answers signature lines, and the size where the old one is another', async () => {
    const none = await fetch(`${url}/${HASH}/checkpoint`);
    expect(none.status).toBe(404);

    const first = await post(growth(KEY, 0, leavesOf(5)));
    expect(first.status).toBe(200);
    const line = await first.text();
    cosignedAt(line, asked.cosigner.vkey, checkpointText(KEY.name, leavesOf(5)));

    const conflict = await post(growth(KEY, 0, leavesOf(9)));
    expect(conflict.status).toBe(409);
    expect(conflict.headers.get('content-type')).toBe('text/x.tlog.size');
    expect(await conflict.text()).toBe('5\n');

    const latest = await fetch(`${url}/${HASH}/checkpoint`);
    expect(latest.status).toBe(200);
    const text = checkpointText(KEY.name, leavesOf(5));
    expect(await latest.text()).toBe(`${text}\n${KEY.line(text)}${line}`);
  });

  it.each([
    ['another address', '/', 'POST', 404],
    ['another method', '/add-checkpoint', 'PUT', 405],
    ['a checkpoint of an unknown log', `/${'0'.repeat(64)}/checkpoint`, 'GET', 404],
  ])('refuses %s', async (_what, path, method, status) => {
    const answer = await fetch(url + path, { method });
    expect(answer.status).toBe(status);
    await answer.text();
  });

  it('refuses a body above its limit, whatever length it gave, and takes no more of it', async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write('POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let sent = 0; sent < 4; sent += 1) socket.write(`10000\r\n${'a'.repeat(0x10000)}\r\n`);
    let answer = '';
    socket.on('data', (part: Buffer) => (answer += part.toString()));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*Connection: close/i);
  });

  it('a client that goes away in the middle leaves nothing', async () => {
    const { port } = server.address() as AddressInfo;
    const before = asked.entries.length;
    const socket = connect(port, '127.0.0.1').resume();
    await once(socket, 'connect');
    const body = growth(KEY, 5, leavesOf(9));
    socket.end(
      `POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: ${body.length + 50}\r\n\r\n${body}`,
    );
    await once(socket, 'close');
    expect(asked.entries.slice(before)).toEqual([]);
    expect(await (await post(growth(KEY, 0, leavesOf(9)))).text()).toBe('5\n');
  });

  it('of requests at once that extend one state by different leaves, one is cosigned', async () => {
    const forks = Array.from({ length: 12 }, (_, fork) =>
      growth(KEY, 5, [
        ...leavesOf(5),
        ...Array.from({ length: 1 + (fork % 4) }, (_leaf, at) => `${fork} ${at}`),
      ]),
    );
    const answers = await Promise.all(forks.map(async (body) => (await post(body)).status));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(11);
  });

  it('answers 500 and no signature while its state fails, and tells its operator why', async () => {
    const bytes = readFileSync(asked.state);
    writeFileSync(asked.state, 'damaged');
    const answer = await post(growth(KEY, 5, leavesOf(9)));
    expect([answer.status, await answer.text()]).toEqual([500, 'this witness fails\n']);
    expect(asked.entries.at(-1)).toEqual({ failed: `Error: ${asked.state} is damaged` });
    writeFileSync(asked.state, bytes);
  });
});

/** The block of commands of README.md by which a witness begins. */
const ROOT = join(__dirname, '../../..');
const README = readFileSync(join(ROOT, 'packages/witness/README.md'), 'utf8');
const [, COMMANDS = ''] = /```sh\n([\s\S]*?)```/.exec(README) ?? [];

describe("a stranger's witness", () => {
  const folder = mkdtempSync(join(tmpdir(), 'witness-'));
  const running = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command line of README.md with the folder of this test and a free port. */
  const run = (command: string, env: Readonly<Record<string, string>> = {}): ChildProcess => {
    const line = `exec ${command.replaceAll('~/witness', join(folder, 'witness'))}`;
    const child = spawn('sh', ['-c', line], { cwd: ROOT, env: { ...process.env, ...env } });
    running.add(child);
    return child;
  };
  const printed = (child: ChildProcess, line: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      let text = '';
      const add = (part: Buffer): void => {
        text += part.toString();
        const [, found] = line.exec(text) ?? [];
        if (found !== undefined) resolve(found);
      };
      child.stdout?.on('data', add);
      child.stderr?.on('data', add);
      child.once('exit', () => reject(new Error(text)));
    });
  const serve = async (command: string, env?: Readonly<Record<string, string>>) => {
    const child = run(`${command} --port 0`, env);
    const url = await printed(child, /^(http:\S+)\n/m);
    const signal = (): AbortSignal => AbortSignal.timeout(WAIT_MS);
    return {
      child,
      ask: async (body: string) => await fetch(url, { method: 'POST', body, signal: signal() }),
    };
  };

  /** Ends the process without a word before its nth call of a function of node:fs that changes the disk. */
  const END = join(folder, 'end.js');
  const END_BEFORE = `
    const files = require('node:fs');
    let left = Number(process.env.CALLS_LEFT);
    for (const call of ['writeSync', 'fsyncSync', 'renameSync', 'closeSync']) {
      const real = files[call];
      files[call] = (...args) => {
        if (files.existsSync(process.env.ARMED) && left-- === 0) process.kill(process.pid, 'SIGKILL');
        return real(...args);
      };
    }`;

  const killed = async (child: ChildProcess): Promise<void> => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    running.delete(child);
  };

  it('begins by the two commands of README.md, and shows one history, killed at any step', async () => {
    const [key = '', start = ''] = COMMANDS.trim().split('\n');
    expect(await printed(run(key), /^(.+)\n/)).toMatch(/^witness\.example\.org\/w1\+[0-9a-f]{8}\+/);
    writeFileSync(join(folder, 'witness', 'logs'), `logs/v0\nvkey ${KEY.vkey}\n`);
    writeFileSync(END, END_BEFORE);
    const armed = join(folder, 'armed');

    // Steps 0 to 7 are those of one change; after them the answer is given.
    const steps = LONG ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] : [6];
    for (const [turn, step] of steps.entries()) {
      const [before, after] = [turn * 4, turn * 4 + 4];
      const next = growth(KEY, before, leavesOf(after));
      const env = { NODE_OPTIONS: `--require ${END}`, CALLS_LEFT: String(step), ARMED: armed };
      const first = await serve(start, env);
      writeFileSync(armed, '');
      const isPromised = await first.ask(next).then(
        ({ status }) => status === 200,
        () => false,
      );
      expect(isPromised).toBe(step > 7);
      rmSync(armed);
      await killed(first.child);

      const second = await serve(start);
      const statuses = [(await second.ask(next)).status];
      // What was renamed stands, though nobody was told.
      expect(statuses).toEqual([step > 5 ? 409 : 200]);
      const fork = growth(KEY, before, [...leavesOf(before), 'other', 'leaves', 'in', 'their', 'place']);
      expect((await second.ask(fork)).status).toBe(409);
      await killed(second.child);
    }
  });
});
