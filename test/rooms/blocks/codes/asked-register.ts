/** The public register as a deployment asks it, answering from a table: what the fetchers make of it is the product's. */
import { readAccounts } from '../../../../packages/enrichment/src/filed-accounts/read-accounts.js';
import type { PdfAnswer } from '../../../../packages/enrichment/src/filed-accounts/pool/pdf-readers.js';
import {
  documentFetcher,
  type DocumentFetcherParts,
} from '../../../../packages/enrichment/src/live/readings/document-fetcher.js';
import { registerFetcher } from '../../../../packages/enrichment/src/live/readings/register-fetcher.js';
import type { Fetchers } from '../../../../packages/enrichment/src/live/readings/shared-readings.js';
import {
  RegisterUnavailable,
  type RegisterApi,
} from '../../../../packages/enrichment/src/live/register/register-api.js';

/** After the newest accounts that are filed there. */
const FETCHED_AT = '2025-07-01T09:00:00.000Z';

export interface RegisterTable {
  /** Bodies by path, `/company/00000001/charges`; what isn't named answers 404. */
  readonly bodies?: Readonly<Record<string, object>>;
  /** Documents by id, by media type. */
  readonly documents?: Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>>;
  /** What the pages of a document say, by its id. */
  readonly pages?: Readonly<Record<string, PdfAnswer>>;
  /** Company numbers of which it answers nothing: it is down, or has no room. */
  readonly down?: readonly string[];
  readonly busy?: readonly string[];
}

const BUSY = { status: 'busy', retry_after_s: 7 } as const;

function api({ bodies = {}, documents = {}, down = [], busy = [] }: RegisterTable) {
  const refused = (path: string): typeof BUSY | null => {
    if (down.some((number) => path.includes(number))) throw new RegisterUnavailable('it did not answer');
    return busy.some((number) => path.includes(number)) ? BUSY : null;
  };
  const get: RegisterApi['get'] = async (path) => {
    const [plain = ''] = path.split('?');
    const id = /^\/document\/(.+)$/.exec(plain)?.[1];
    const forms = id === undefined ? undefined : documents[id];
    const body = forms === undefined ? bodies[plain] : { resources: forms };
    return (
      refused(path) ?? {
        status: 'answered',
        fetched_at: FETCHED_AT,
        body: body === undefined ? null : { ...body },
      }
    );
  };
  const answers: RegisterApi['answers'] = async (number, resource) => {
    const body = bodies[`/company/${number}/${resource}`];
    return (
      refused(number) ?? {
        status: 'answered',
        fetched_at: FETCHED_AT,
        answers: body === undefined ? [] : [body],
      }
    );
  };
  const document: RegisterApi['document'] = async (id, media_type) => {
    const content = documents[id]?.[media_type];
    return content === undefined
      ? { status: 'not_found' }
      : { status: 'answered', media_type, content: Buffer.from(content) };
  };
  return { get, answers, document };
}

/** The product's fetchers over that register; documents that are data are read as they are by the product. */
export function registerFetchers(table: RegisterTable): Fetchers {
  const register = api(table);
  const notes = { succeeded: () => undefined, failed: () => undefined };
  const parts: DocumentFetcherParts = {
    register,
    notes,
    clock: { now: () => new Date(FETCHED_AT) },
    facts: { read: async (bytes, filed) => readAccounts(bytes, filed) },
    pages: { read: async ({ id }) => table.pages?.[id] ?? { why: 'scanned' } },
  };
  return { register_answer: registerFetcher(register, notes), document: documentFetcher(parts) };
}
