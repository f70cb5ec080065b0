/**
 * Readers of strangers' bytes that are killed from outside: another takes their place, and nothing is said of what was
 * read.
 *
 * @jest-environment node
 */
import type { ChildProcess } from 'node:child_process';
import { filedAs } from '../../packages/enrichment/src/filed-accounts/filed-as.js';
import { AccountsReaders } from '../../packages/enrichment/src/filed-accounts/pool/accounts-readers.js';
import { PdfReaders } from '../../packages/enrichment/src/filed-accounts/pool/pdf-readers.js';
import { PageReaders } from '../../packages/enrichment/src/sites/crawler/page-readers.js';
import { filedDocument } from '../support/filed-accounts.js';
import { BALANCE_SHEET, madePdf } from '../support/live/made-pdf.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

const mockStarted: ChildProcess[] = [];
/** What befalls each of them as it starts. */
let mockEach: (child: ChildProcess) => void = () => undefined;
jest.mock('../../packages/platform/src/threads/confined-process.js', () => {
  const { confinedProcess } = jest.requireActual<
    typeof import('../../packages/platform/src/threads/confined-process.js')
  >('../../packages/platform/src/threads/confined-process.js');
  return {
    confinedProcess: (...asked: Parameters<typeof confinedProcess>) => {
      const child = confinedProcess(...asked);
      mockStarted.push(child);
      mockEach(child);
      return child;
    },
  };
});

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const PAGE = {
  url: 'https://example.co.uk/',
  http_status: 200,
  content_type: 'text/html',
  body: text('<html><title>Example Ltd</title><body>Company number 00000006</body></html>'),
  link_text: null,
};
const DOCUMENT = 'Prod223_3384_14033910_20220831.html';
const ACCOUNTS = filedDocument(DOCUMENT);

const pages = forEachTest(() => new PageReaders());
const accounts = forEachTest(() => new AccountsReaders(1));
const pdfs = forEachTest(() => new PdfReaders());

const READERS = [
  ['a page', () => pages.read(PAGE), null],
  [
    'filed accounts',
    () => accounts.read(ACCOUNTS, filedAs(DOCUMENT)),
    expect.objectContaining({ record: expect.objectContaining({ why: 'too_costly' }) as unknown }) as unknown,
  ],
  ['a PDF', () => pdfs.read({ bytes: pdf, id: 'doc-1', made_up_to: '2024-12-31' }), { why: 'too_costly' }],
] as const;

let pdf: Uint8Array;
beforeAll(async () => {
  pdf = await madePdf([BALANCE_SHEET], 'text');
});
beforeEach(() => {
  mockStarted.length = 0;
  mockEach = () => undefined;
});

describe.each(READERS)('the reader of %s', (_what, read, givenUp) => {
  it('that is killed while it reads is started anew, and what it read is read all the same', async () => {
    const undisturbed = await read();
    const reading = read();
    mockStarted[0]?.kill('SIGKILL');
    expect(await reading).toEqual(undisturbed);
    expect(mockStarted).toHaveLength(2);
  });

  it('gives up what ends each of two, and goes on with what comes next', async () => {
    mockEach = (child) => child.once('message', () => child.kill('SIGKILL'));
    expect(await read()).toEqual(givenUp);
    expect(mockStarted).toHaveLength(2);
    mockEach = () => undefined;
    expect(await read()).not.toEqual(givenUp);
  });
});
