import { madeUpTo, readSample } from '../../../../../test/support/accounts-records.js';
import { filedDocument } from '../../../../../test/support/filed-accounts.js';
import { readAccounts } from '../../filed-accounts/read-accounts.js';
import { ServiceNotStartedError } from '../../../../platform/src/threads/calls.js';
import { RegisterUnavailable, UnreadableAnswer, type RegisterApi } from '../register/register-api.js';
import type { PdfAnswer } from '../../filed-accounts/pool/pdf-readers.js';
import { documentFetcher, type DocumentFetcherParts } from './document-fetcher.js';

const NAME = 'Prod223_3384_14033910_20220831.html';
const KEY = '14033910/2022-08-31/doc-1';
const NOW = '2026-11-22T10:00:00.000Z';
const [XHTML, PDF] = ['application/xhtml+xml', 'application/pdf'];

/** A register with one document in these forms; or one that throws or is busy. What it was asked is noted. */
function reading(
  forms: Readonly<Record<string, Uint8Array>> | null,
  failure: Error | 'busy' | null = null,
  pages: PdfAnswer = { why: 'encrypted' },
  facts: DocumentFetcherParts['facts']['read'] = async (bytes, filed) => readAccounts(bytes, filed),
) {
  const asked: string[] = [];
  const register: Pick<RegisterApi, 'get' | 'document'> = {
    get: async (path) => {
      asked.push(path);
      if (failure === 'busy') return { status: 'busy', retry_after_s: 3 };
      if (failure !== null) throw failure;
      const resources = Object.fromEntries(Object.keys(forms ?? {}).map((type) => [type, {}]));
      return { status: 'answered', fetched_at: NOW, body: forms === null ? null : { resources } };
    },
    document: async (id, type) => {
      asked.push(`${id} ${type}`);
      const content = forms?.[type];
      return content === undefined
        ? { status: 'not_found' }
        : { status: 'answered', media_type: type, content };
    },
  };
  const parts: DocumentFetcherParts = {
    register,
    notes: { succeeded: () => undefined, failed: () => undefined },
    clock: { now: () => new Date(NOW) },
    facts: { read: facts },
    pages: { read: async () => pages },
  };
  return { asked, fetch: (key = KEY) => documentFetcher(parts)(key, 'job') };
}

it('reads a document that is data, and keeps what it says rather than its bytes', async () => {
  const { asked, fetch } = reading({ [PDF]: Buffer.from('%PDF-'), [XHTML]: filedDocument(NAME) });
  const found = await fetch();
  expect(found).toMatchObject({
    status: 'read',
    reading: {
      status: 'read',
      fetched_on: '2026-11-22',
      read_by: 'ixbrl',
      record: { document: { id: 'doc-1', made_up_to: '2022-08-31' }, periods: [{ end: '2022-08-31' }] },
    },
    checked: { checked_live: true, checked_at: NOW },
  });
  expect(asked).toEqual(['/document/doc-1', `doc-1 ${XHTML}`]);
  expect(JSON.stringify(found).length).toBeLessThan(5_000);
});

it.each([
  ['only a PDF', { [PDF]: Buffer.from('%PDF-') }, 'pdf_only'],
  ['in no form that is read', { 'text/csv': Buffer.from('') }, 'missing'],
  ['not there', null, 'missing'],
  ['a page that is no document', { [XHTML]: Buffer.from('<html><body>Sorry</body></html>') }, 'no_facts'],
  ['a PDF under another name', { [XHTML]: Buffer.from('%PDF-1.7 ...') }, 'pdf'],
  ['cut off', { [XHTML]: filedDocument(NAME).subarray(0, 9_000) }, 'truncated'],
])('says of a document that is %s why it gives nothing', async (_what, forms, why) => {
  expect(await reading(forms).fetch()).toMatchObject({ status: 'read', reading: { status: 'unread', why } });
});

describe('a document that is made up to a day still to come', () => {
  const LATER = '14033910/2027-08-31/doc-1';
  const impossible = { reading: { status: 'unread', why: 'impossible_dates' } };

  it('is not read as data', async () => {
    const later = Buffer.from(filedDocument(NAME).toString('utf8').replaceAll('2022', '2027'));
    expect(await reading({ [XHTML]: later }).fetch(LATER)).toMatchObject(impossible);
  });

  it('is not read as a PDF', async () => {
    const record = madeUpTo(readSample(NAME), '2027-08-31');
    const pages = {
      record,
      read_by: 'ocr',
      confidence: 0.8,
      headcount_confidence: 0.8,
      unconfirmed: [],
    } as const;
    const { fetch } = reading({ [PDF]: Buffer.from('%PDF-') }, null, pages);
    expect(await fetch(`${LATER}/pdf`)).toMatchObject(impossible);
  });
});

it("says of a document that names another company which one, and that it can't be read", async () => {
  const { fetch } = reading({ [XHTML]: filedDocument(NAME) });
  expect(await fetch('00000001/2022-08-31/doc-1')).toMatchObject({
    reading: { status: 'unread', why: 'other_company', other_company: '14033910' },
  });
});

it('does not ask again for what can never be taken', async () => {
  const tooMuch = reading({}, new UnreadableAnswer("the register's document comes with more than 64 MB"));
  expect(await tooMuch.fetch()).toMatchObject({ status: 'read', reading: { why: 'unusable' } });
});

it('is asked for again where no reader could be started: nothing is known of it', async () => {
  const { fetch } = reading({ [XHTML]: filedDocument(NAME) }, null, { why: 'busy' }, () =>
    Promise.reject(new ServiceNotStartedError('no memory')),
  );
  expect(await fetch()).toEqual({ status: 'not_read', reason: 'source_busy', again_in_ms: 5_000 });
});

it('is busy or unavailable as the register is, and asks for nothing that is no document', async () => {
  expect(await reading({}, 'busy').fetch()).toEqual({
    status: 'not_read',
    reason: 'source_busy',
    again_in_ms: 3_000,
  });
  expect(await reading({}, new RegisterUnavailable('down')).fetch()).toEqual({
    status: 'not_read',
    reason: 'register_unavailable',
    again_in_ms: 0,
  });
  for (const key of ['14033910', '14033910/2022-08-31', '14033910/2022-02-31/a', '14033910/2022-08-31/../b'])
    await expect(reading({}).fetch(key)).rejects.toThrow('there is no document');
});

describe('the pages of a PDF', () => {
  const pdf = (answer: PdfAnswer, bytes = '%PDF-1.7') =>
    reading({ [PDF]: Buffer.from(bytes) }, null, answer).fetch(`${KEY}/pdf`);

  it.each(['encrypted', 'not_well_formed', 'too_costly', 'too_large'] as const)('may be %s', async (why) => {
    expect(await pdf({ why })).toMatchObject({ status: 'read', reading: { status: 'unread', why } });
  });

  it('are not read where something else came in their place', async () => {
    const found = await pdf({ why: 'encrypted' }, '<html>Sorry</html>');
    expect(found).toMatchObject({ reading: { status: 'unread', why: 'unusable' } });
  });

  it('may be had later where the recogniser fails or has too much to do, and not where there is none', async () => {
    expect(await pdf({ why: 'recogniser_failed' })).toEqual({
      status: 'not_read',
      reason: 'accounts_ocr_unavailable',
      again_in_ms: 0,
    });
    expect(await pdf({ why: 'busy' })).toMatchObject({ reason: 'source_busy', again_in_ms: 5_000 });
    expect(await pdf({ why: 'scanned' })).toEqual({
      status: 'not_read',
      reason: 'accounts_not_machine_readable',
    });
  });
});
