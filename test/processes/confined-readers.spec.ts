/**
 * Readers of strangers' bytes: code that runs in their place reaches neither the secrets nor anything else of ours.
 *
 * @jest-environment node
 */
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { AccountsReaders } from '../../packages/enrichment/src/filed-accounts/pool/accounts-readers.js';
import { PdfReaders } from '../../packages/enrichment/src/filed-accounts/pool/pdf-readers.js';
import type * as ThreadFiles from '../../packages/platform/src/threads/thread-file.js';
import { PageReaders } from '../../packages/enrichment/src/sites/crawler/page-readers.js';
import { WorkbookProcess } from '../../packages/platform/src/workbooks/workbook-process.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const mockPrying = resolve(__dirname, '../support/threads/prying.program.js');
/** Whatever a reader starts: code of somebody else is in its place. What is loaded before it stays. */
jest.mock('../../packages/platform/src/threads/thread-file.js', () => {
  const actual = jest.requireActual<typeof ThreadFiles>('../../packages/platform/src/threads/thread-file.js');
  const threadFile: typeof actual.threadFile = (directory, name) =>
    name === 'native-lock.program' ? actual.threadFile(directory, name) : mockPrying;
  return { ...actual, threadFile };
});

const data = forAllTests(() => new TemporaryFolder());
const listener = forAllTests(async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, close: () => new Promise((ended) => server.close(ended)) };
});
const portOf = (server: Server): number => {
  const at = server.address();
  return typeof at === 'object' && at !== null ? at.port : 0;
};

let secret: string;
let place: string;
beforeAll(() => {
  mkdirSync(data.file('secrets'));
  secret = data.write(join('secrets', 'key-hash'), 'of the service');
  chmodSync(secret, 0o600);
  place = `place:${secret}:${portOf(listener.server)}`;
});

/** Node forbids sockets from this version on. */
const FORBIDS_SOCKETS = Number(process.versions.node.split('.')[0]) >= 25;
const DENIED = 'ERR_ACCESS_DENIED';
const LOCKED = expect.stringMatching(/^ERR_(?:ACCESS_DENIED|DLOPEN_DISABLED)$/) as string;
const NOTHING = {
  'reads the file': DENIED,
  'reads it by a detour': DENIED,
  'reads it by a buffer': DENIED,
  'reads it by a URL': DENIED,
  'reads it as a module': expect.stringMatching(/^(?:ERR_ACCESS_DENIED|MODULE_NOT_FOUND)$/) as string,
  'lists its folder': DENIED,
  'links it': DENIED,
  'writes beside it': DENIED,
  'removes it': DENIED,
  'opens it as a database': 'ERR_UNKNOWN_BUILTIN_MODULE',
  'asks the binding': DENIED,
  'starts a program': DENIED,
  'starts itself anew': DENIED,
  'reads it in a thread': DENIED,
  'finds a setting': 'nothing',
  'loads native code': 'ERR_DLOPEN_DISABLED',
  'loads the code of a database': 'ERR_DLOPEN_DISABLED',
  'opens it through its package': LOCKED,
  'loads it as the loader does': 'ERR_DLOPEN_DISABLED',
  'loads it in a thread': LOCKED,
  'finds the class of threads': LOCKED,
  'finds what runs threads': DENIED,
  'puts it back': LOCKED,
  'poisons prototypes': 'ERR_DLOPEN_DISABLED',
  'names a file of another kind': 'ERR_DLOPEN_DISABLED',
  'is shown the class of threads': LOCKED,
  'opens it from WebAssembly': DENIED,
  'inspects itself': DENIED,
  'watches resources': 'done',
  'opens a socket': FORBIDS_SOCKETS ? DENIED : 'done',
};

afterEach(() => expect(readFileSync(secret, 'utf8')).toBe('of the service'));

it('code in the place of the reader of pages reaches nothing', async () => {
  const readers = new PageReaders();
  const page = { url: place, http_status: 200, content_type: null, body: new Uint8Array(0), link_text: null };
  expect(await readers.read(page)).toEqual(NOTHING);
  await readers.close();
});

it('code in the place of the reader of accounts reaches nothing', async () => {
  const readers = new AccountsReaders(1);
  const filed = { id: place, number: null, made_up_to: null };
  expect(await readers.read(new Uint8Array(0), filed)).toEqual(NOTHING);
  await readers.close();
});

it('code in the place of the reader of workbooks reaches nothing', async () => {
  const workbook = new WorkbookProcess('list.xlsx');
  expect(await workbook.open({ bytes: new Uint8Array(0), sheet: place })).toEqual(NOTHING);
  await workbook.close();
});

it('code in the place of the reader of PDFs reaches nothing, though native code draws there', async () => {
  const readers = new PdfReaders();
  const found = await readers.read({ bytes: new Uint8Array(0), id: place, made_up_to: '2024-12-31' });
  // By watching resources one would find the class that runs threads.
  expect(found).toEqual({ ...NOTHING, 'watches resources': DENIED });
  await readers.close();
});
