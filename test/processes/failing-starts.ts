/** Starts of the service that fail, before and after its stores are open: each ends with one line and soon. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

interface FailingStart {
  readonly settings: (place: {
    readonly taken: string;
    readonly folder: TemporaryFolder;
  }) => Record<string, string>;
  readonly code: 1 | 2;
  readonly line: RegExp;
}

const FAILING: Readonly<Record<string, FailingStart>> = {
  'a wrong setting': { settings: () => ({ PORT: 'abc' }), code: 2, line: /PORT must be/ },
  'no such address': { settings: () => ({ HOST: '192.0.2.1' }), code: 2, line: /HOST or PORT can't be used/ },
  'the port of the API in use': {
    settings: ({ taken }) => ({ PORT: taken }),
    code: 1,
    line: /HOST or PORT can't be used .*EADDRINUSE/,
  },
  'the port of the API in use, in a process of the API alone': {
    settings: ({ taken }) => ({ PORT: taken, ROLES: 'api' }),
    code: 1,
    line: /HOST or PORT can't be used .*EADDRINUSE/,
  },
  'the port of the console in use': {
    settings: ({ taken }) => ({ CONSOLE_PORT: taken, ROLES: 'api,worker,projector,console' }),
    code: 1,
    line: /CONSOLE_HOST or CONSOLE_PORT can't be used .*EADDRINUSE/,
  },
  'the port of metrics in use': {
    settings: ({ taken }) => ({ METRICS_PORT: taken }),
    code: 1,
    line: /METRICS_HOST or METRICS_PORT can't be used .*EADDRINUSE/,
  },
  'a file where its folder is to be': {
    settings: ({ folder }) => ({ DATA_DIR: folder.write('a file', '') }),
    code: 2,
    line: /DATA_DIR must be a folder/,
  },
};

const PROGRAM = join(__dirname, '..', '..', 'bin', 'company-data.js');
const ENDS_WITHIN_MS = 10_000;

/** @param settings of the stores */
export function failingStarts(
  settings: () => Readonly<Record<string, string>>,
  failing: Readonly<Record<string, FailingStart>> = FAILING,
): void {
  const folder = forAllTests(() => new TemporaryFolder());
  const server = createServer();
  let taken: string;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    taken = String((server.address() as AddressInfo).port);
  });
  afterAll(() => void server.close());

  it.each(Object.entries(failing))('%s: one line, and it has ended within 10 s of it', async (_, start) => {
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: folder.file('data'),
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...settings(),
      ...start.settings({ taken, folder }),
    };
    const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    let saidAt = 0;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      saidAt = performance.now();
    });
    const [code] = (await once(child, 'close')) as [number | null];
    expect([code, said.trimEnd().split('\n')]).toEqual([start.code, [expect.stringMatching(start.line)]]);
    expect(performance.now() - saidAt).toBeLessThan(ENDS_WITHIN_MS);
  });
}
