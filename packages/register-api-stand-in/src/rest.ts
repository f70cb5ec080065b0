/** The REST and document API: `/company/NUMBER[/RESOURCE]`, `/document/ID[/content]`. */
import { isDocument, itemsOf, type Answers, type Document } from './answers.js';
import type { Documents } from './documents.js';

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const MAX_ITEMS = 100;
const DEFAULT_ITEMS = 25;

export const json = (status: number, body: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** As the register words it; some of its newer services answer 404 without a body. */
const NOTHING: Readonly<Record<string, Reply>> = {
  exemptions: { status: 404, body: '' },
  charges: json(404, { errors: [{ error: 'company-charges-not-found', type: 'ch:service' }] }),
};
const notFound = (resource: string): Reply =>
  NOTHING[resource] ?? json(404, { errors: [{ error: `${resource}-not-found`, type: 'ch:service' }] });

const wholeNumber = (text: string | null, fallback: number): number =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : fallback;

function page(answer: Document, items: readonly unknown[], query: URLSearchParams): Document {
  const size = Math.min(wholeNumber(query.get('items_per_page'), DEFAULT_ITEMS), MAX_ITEMS);
  const start = wholeNumber(query.get('start_index'), 0);
  const total = 'total_results' in answer || !('total_count' in answer) ? 'total_results' : 'total_count';
  return {
    ...answer,
    items: items.slice(start, start + size),
    start_index: start,
    items_per_page: size,
    [total]: items.length,
  };
}

/** A filing history is asked for by categories, named together. */
function inCategories(items: readonly unknown[] | null, category: string | null): readonly unknown[] | null {
  const named = category?.split(',');
  if (items === null || named === undefined) return items;
  return items.filter((item) => isDocument(item) && named.includes(String(item['category'])));
}

const COMPANY = /^\/company\/([^/]+)(?:\/([a-z-]+))?$/;

export function companyReply(answers: Answers, url: URL): Reply | null {
  const [, number, resource = 'company-profile'] = COMPANY.exec(url.pathname) ?? [];
  if (number === undefined) return null;
  const answer = answers.of(number, resource);
  if (answer === undefined) return notFound(resource);
  const items = inCategories(itemsOf(answer), url.searchParams.get('category'));
  return json(200, items === null ? answer : page(answer, items, url.searchParams));
}

/** Documents lie in a storage elsewhere, under an address that is signed and takes no other authorisation. */
export function documentReply(documents: Documents, url: URL, accept: string): Reply | null {
  const [, id, content] = /^\/document\/([\w-]+)(\/content)?$/.exec(url.pathname) ?? [];
  if (id === undefined) return null;
  const contents = documents.of(id);
  if (contents === undefined) return notFound('document');
  const self = `https://document-api.company-information.service.gov.uk/document/${id}`;
  if (content === undefined) {
    const forms = Object.entries(contents).map(([type, { length }]) => [type, { content_length: length }]);
    const resources = Object.fromEntries(forms) as Document;
    return json(200, { pages: 1, resources, links: { self, document: `${self}/content` } });
  }
  if (!(accept in contents)) return json(406, { error: 'not acceptable' });
  const location = `/storage/${id}?type=${encodeURIComponent(accept)}&signature=test`;
  return { status: 302, headers: { location }, body: '' };
}

export function storageReply(
  documents: Documents,
  url: URL,
  authorization: string | undefined,
): Reply | null {
  const [, id] = /^\/storage\/([\w-]+)$/.exec(url.pathname) ?? [];
  if (id === undefined) return null;
  if (authorization !== undefined) return { status: 400, body: 'Only one auth mechanism allowed' };
  const type = url.searchParams.get('type') ?? '';
  return { status: 200, headers: { 'content-type': type }, body: documents.of(id)?.[type] ?? '' };
}
