/**
 * An operation's refusals as a table, in order of precedence (Contract 3.5): each fault alone gives its own refusal, and
 * of several faults at once the one that stands first in the table wins.
 */
import type { PremiumOption } from '../../../packages/contract/src/options.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { KeyScope } from '../../../packages/contract/src/ids.js';
import type { ApiWorld, IssuedKey, Reply } from '../worlds/api-world.js';
import { withoutWords } from './words.js';

/** What the key of a request is like. */
export interface KeyDraft {
  readonly scopes: readonly KeyScope[];
  readonly blocks: readonly BlockKey[];
  readonly options: readonly PremiumOption[];
  readonly max_rows: number | null;
  /** Its rate limit is used up. */
  readonly spent: boolean;
}

/** A request before it is sent; faults change it. */
export interface Draft {
  /** Null: no key at all. */
  readonly key: KeyDraft | null;
  readonly method: string;
  readonly path: string;
  /** Of the query: name to value. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Fault {
  readonly what: string;
  readonly status: number;
  readonly detail: string | RegExp;
  /** The draft with the fault in it. */
  readonly change: (draft: Draft) => Draft;
  /** More that the answer must say. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, RegExp>>;
}

export const GOOD_KEY: KeyDraft = {
  scopes: ['read', 'enrich'],
  blocks: ['company_identity', 'registered_address', 'charges'],
  options: [],
  max_rows: null,
  spent: false,
};

export const withKey =
  (changes: Partial<KeyDraft>): Fault['change'] =>
  (draft) => ({ ...draft, key: draft.key === null ? null : { ...draft.key, ...changes } });

export const withQuery =
  (query: Readonly<Record<string, string>>): Fault['change'] =>
  (draft) => ({ ...draft, query: { ...draft.query, ...query } });

export const withHeaders =
  (headers: Readonly<Record<string, string>>): Fault['change'] =>
  (draft) => ({ ...draft, headers: { ...draft.headers, ...headers } });

/** The faults that every operation with a key knows, before its own. */
const gateFaults = (
  scope: KeyScope,
  allow: string,
): { before: readonly Fault[]; after: readonly Fault[] } => ({
  before: [
    {
      what: 'no key',
      status: 401,
      detail: 'Authentication credentials were not provided.',
      change: ({ headers: { authorization: _none, ...headers }, ...draft }) => ({
        ...draft,
        headers,
        key: null,
      }),
      headers: { 'www-authenticate': /^Bearer$/ },
    },
    {
      what: 'a key that does not work',
      status: 401,
      detail: 'Invalid API key',
      change: withHeaders({ authorization: 'Bearer svc_live_aaaaaaaaaaaa_' }),
      headers: { 'www-authenticate': /^Bearer$/ },
    },
    {
      what: 'wrong method',
      status: 405,
      detail: 'method_not_allowed',
      change: (draft) => ({ ...draft, method: allow.startsWith('GET') ? 'DELETE' : 'PUT' }),
      headers: { allow: new RegExp(`^${allow}$`) },
    },
  ],
  after: [
    {
      what: 'used-up rate limit',
      status: 429,
      detail: 'rate_limited',
      change: withKey({ spent: true }),
      headers: { 'retry-after': /^([1-9]|[1-5]\d|60)$/, ratelimit: /"default";r=0;t=\d+/ },
    },
    {
      what: `no scope ${scope}`,
      status: 403,
      detail: new RegExp(
        `needs the scope ${scope}; the key has the scope ${scope === 'read' ? 'enrich' : 'read'}\\.$`,
      ),
      change: withKey({ scopes: [scope === 'read' ? 'enrich' : 'read'] }),
    },
    {
      what: 'no JSON taken',
      status: 406,
      detail: 'not_acceptable',
      change: withHeaders({ accept: 'text/html, application/json;q=0' }),
      body: { available: ['application/json'] },
    },
  ],
});

export const allFaults = (scope: KeyScope, allow: string, own: readonly Fault[]): readonly Fault[] => {
  const { before, after } = gateFaults(scope, allow);
  return [...before, ...after, ...own];
};

/** A key of this account as the draft wants it; spent ones have one call a minute, and it was made. */
async function keyFor(
  world: ApiWorld,
  account: IssuedKey['account'] | null,
  draft: KeyDraft,
): Promise<IssuedKey> {
  const owner = account ?? (await world.account({ blocks: draft.blocks }));
  for (const option of draft.options) await world.enableOption(owner, option);
  const key = await world.key(owner, {
    scopes: draft.scopes,
    max_rows: draft.max_rows,
    ...(draft.spent ? { requests_per_minute: 1, resolve_per_minute: 1 } : {}),
  });
  // Not a call of the test's own: nothing is proved by it.
  if (draft.spent) {
    const answer = await fetch(`${world.api.url}/v1/whoami`, {
      headers: { authorization: `Bearer ${key.key}` },
    });
    await answer.arrayBuffer();
  }
  return key;
}

const queryText = (query: Draft['query']): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};

/** @param account the account that the key must belong to; a new one where none is named */
export async function send(
  world: ApiWorld,
  draft: Draft,
  account: IssuedKey['account'] | null = null,
): Promise<Reply> {
  const key = draft.key === null ? undefined : await keyFor(world, account, draft.key);
  const { method, path, query, headers, body } = draft;
  const sent = method === 'GET' ? {} : { body };
  const reply = await world.call(`${path}${queryText(query)}`, { method, headers, ...sent }, key);
  if (key !== undefined) await world.revoke(key);
  return reply;
}

export function expectRefusal(reply: Reply, fault: Fault): void {
  withoutWords(reply);
  for (const [name, form] of Object.entries(fault.headers ?? {}))
    expect([fault.what, name, reply.headers.get(name)]).toEqual([
      fault.what,
      name,
      expect.stringMatching(form) as unknown,
    ]);
  expect({ fault: fault.what, status: reply.status, body: reply.body }).toEqual({
    fault: fault.what,
    status: fault.status,
    body: expect.objectContaining({
      detail:
        typeof fault.detail === 'string' ? fault.detail : (expect.stringMatching(fault.detail) as unknown),
      request_id: reply.headers.get('x-request-id'),
      ...fault.body,
    }) as unknown,
  });
}

/** The draft with this fault and every later one: the last is put in first, so that the first has its way. */
export const withAllFrom = (base: Draft, faults: readonly Fault[], first: number): Draft =>
  faults.slice(first).reduceRight((draft, fault) => fault.change(draft), base);
