/** Downloads from servers that mean harm: what lies on the disk, and when it is given up. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { drip, pour, RawServer, type Serve } from '../../../../test/support/sites/raw-server.js';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { download, DownloadFailed, type Download, type Pace } from './download.js';
import { redirectTarget, SiteDoor } from './site-door.js';

const folder = forEachTest(() => new TemporaryFolder());
const MB = 1_000_000;
const PIECE = Buffer.alloc(64_000);
const HEAD = 'HTTP/1.1 200 OK\r\n';
const CHUNK = `${PIECE.length.toString(16)}\r\n${PIECE.toString('latin1')}\r\n`;
const endless: Serve = (socket) => {
  socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
  pour(socket, () => CHUNK);
};
const announcing =
  (length: number): Serve =>
  (socket) => {
    socket.write(`${HEAD}Content-Length: ${length}\r\n\r\n`);
    pour(socket, () => PIECE);
  };
const PATIENT: Pace = { bytes: 0, everyMs: 60_000, wholeMs: 600_000 };

async function fetched(serve: Serve, asked: Partial<Download> = {}, pace = PATIENT) {
  const server = await RawServer.start(serve);
  const url = new URL(`http://127.0.0.1:${server.port}/file`);
  const door = new SiteDoor({ home: url });
  const path = `${folder.path}/file`;
  let most = 0;
  const bytes = (): number => statSync(`${path}.part`, { throwIfNoEntry: false })?.size ?? 0;
  const onBytes = (): void => void (most = Math.max(most, bytes()));
  const signal = new AbortController().signal;
  try {
    await download(
      { locate: async () => url, path, signal, most: 10 * MB, onBytes, ...asked },
      { door, now: () => 0, firstWaitMs: 1, pace },
    );
    return { failed: null, most, path };
  } catch (error) {
    if (!(error instanceof DownloadFailed)) throw error;
    return { failed: error.message, most, path };
  } finally {
    await door.close();
    await server.close();
  }
}

it.each<[string, Serve, Partial<Download>, RegExp, number]>([
  ['brings more than its list told', endless, { size: 100_000 }, /more than the 100000 bytes/, 100_000],
  ['never ends, and nobody told its size', endless, {}, /more than the 10000000 bytes/, 10 * MB],
  ['announces more than the source may have', announcing(11 * MB), {}, /announced with 11000000 bytes/, 0],
  [
    'announces far more than its list told',
    announcing(9 * MB),
    { size: 1_000 },
    /announced with 9000000 bytes/,
    0,
  ],
])('leaves nothing of a file that %s', async (_what, serve, asked, message, bound) => {
  const { failed, most, path } = await fetched(serve, asked);
  expect(failed).toMatch(message);
  expect(most).toBeLessThanOrEqual(bound);
  expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false]);
});

it('takes a file that has grown a little since its size was told', async () => {
  const serve: Serve = (socket) => socket.end(`${HEAD}Content-Length: 5\r\n\r\nwhole`);
  const { failed, path } = await fetched(serve, { size: 3 });
  expect([failed, readFileSync(path, 'utf8')]).toEqual([null, 'whole']);
});

const dripping: Serve = (socket) => {
  socket.write(`${HEAD}Content-Length: 1000000\r\n\r\n`);
  drip(socket, 'x');
};

it.each<[string, Pace, RegExp]>([
  ['a connection that brings too little, after six', { ...PATIENT, bytes: 1_000, everyMs: 50 }, /too slowly/],
  ['a file that isn’t whole in its time', { ...PATIENT, wholeMs: 200 }, /was not whole/],
])('gives up %s', async (_what, pace, message) => {
  expect((await fetched(dripping, {}, pace)).failed).toMatch(message);
});

it('gives up a server that brings a few bytes with each connection, after six', async () => {
  const begun: number[] = [];
  const total = 1_000_000;
  const serve: Serve = (socket, request) => {
    const from = Number(/range: bytes=(\d+)-/i.exec(request)?.[1] ?? 0);
    begun.push(from);
    const part = `HTTP/1.1 206 Partial Content\r\nContent-Range: bytes ${from}-${total - 1}/${total}\r\n`;
    const head = from === 0 ? HEAD : part;
    socket.write(`${head}ETag: "same"\r\nContent-Length: ${total - from}\r\n\r\nfew`);
  };
  const { failed } = await fetched(serve, {}, { ...PATIENT, bytes: 1_000, everyMs: 50 });
  expect(failed).toMatch(/too slowly/);
  expect(begun).toEqual([0, 3, 6, 9, 12, 15]);
});

describe('the door to a site', () => {
  const signal = new AbortController().signal;

  it.each<[string, Serve]>([
    ['a page', dripping],
    [
      'headers',
      (socket) => {
        socket.write(`${HEAD}x: `);
        drip(socket, 'x');
      },
    ],
  ])('gives up %s that comes too slowly', async (_what, serve) => {
    const server = await RawServer.start(serve);
    const url = new URL(`http://127.0.0.1:${server.port}/`);
    const door = new SiteDoor({ home: url, exchangeMs: 200 });
    await expect(door.text({ url, signal })).rejects.toThrow(/slow|can't be reached/);
    await door.close();
    await server.close();
  });

  it('never steps from https to http', async () => {
    const home = new URL('https://publisher.example/list');
    expect(redirectTarget(home, '/new').href).toBe('https://publisher.example/new');
    expect(redirectTarget(new URL('http://old.example/'), 'https://new.example/').href).toBe(
      'https://new.example/',
    );
    for (const location of ['http://publisher.example/list', 'ftp://publisher.example/', 'http://[::1'])
      expect(() => redirectTarget(home, location)).toThrow();
    const door = new SiteDoor({ home });
    const url = new URL('http://publisher.example/file.zip');
    await expect(door.open({ url, signal })).rejects.toThrow('publisher.example is read by https');
    await door.close();
  });
});
