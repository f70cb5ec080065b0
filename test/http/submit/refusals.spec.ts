import { ApiWorld } from '../../support/worlds/api-world.js';
import type { Draft, Fault } from '../../support/refusal-table.js';
import {
  GOOD_KEY,
  allFaults,
  expectRefusal,
  send,
  withAllFrom,
  withHeaders,
  withKey,
} from '../../support/refusal-table.js';

const MAX_BODY_MB = 0.01;

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.start({ settings: { MAX_BODY_MB: String(MAX_BODY_MB) } });
});
afterAll(() => world.stop());

const FINE = { rows: [{ ref: 'a', company_number: '00000006' }, {}], blocks: ['charges'] };
const base: Draft = {
  key: GOOD_KEY,
  method: 'POST',
  path: '/v1/enrich/jobs',
  query: {},
  headers: { 'x-idempotency-key': 'mine' },
  body: FINE,
};

const withBody =
  (body: unknown): Fault['change'] =>
  (draft) => ({ ...draft, body });
const withField =
  (field: object): Fault['change'] =>
  (draft) => ({ ...draft, body: { ...(draft.body as object), ...field } });

const faults: readonly Fault[] = allFaults('enrich', 'POST', [
  {
    what: 'another media type',
    status: 415,
    detail: 'unsupported_media_type',
    change: withHeaders({ 'content-type': 'text/plain' }),
  },
  {
    what: 'too many bytes',
    status: 413,
    detail: 'body_too_large',
    change: withBody(`{"rows": ${' '.repeat(MAX_BODY_MB * 1024 * 1024)}`),
  },
  { what: 'no JSON', status: 400, detail: 'malformed_json', change: withBody('{"rows":') },
  {
    what: 'too many rows',
    status: 413,
    detail: 'too_many_rows',
    change: withKey({ max_rows: 1 }),
    body: { errors: { rows: ['A job of this key may have 1 rows; these are 2.'] }, errors_total: 1 },
  },
  {
    what: 'faults in fields',
    status: 400,
    detail: 'invalid_request',
    change: (draft) =>
      withHeaders({ 'x-idempotency-key': 'x'.repeat(256) })(
        withField({ speed: 1, blocks: ['horses'] })(draft),
      ),
    body: {
      errors: {
        'x-idempotency-key': ['May have 255 characters.'],
        speed: ['There is no such field here.'],
        'blocks[0]': ["'horses' is not a block."],
      },
      errors_total: 3,
    },
  },
  {
    what: 'a key of another request',
    status: 409,
    detail: 'idempotency_key_reused',
    change: withHeaders({ 'x-idempotency-key': 'taken' }),
  },
  {
    what: 'no block enabled',
    status: 403,
    detail: 'not_enabled',
    change: withField({ blocks: ['officers'] }),
    body: { blocks: { officers: { status: 'not_enabled', reason: 'no_entitlement' } } },
  },
  {
    what: 'an option that is not enabled',
    status: 403,
    detail: 'option_not_enabled',
    change: withField({ options: { web_search: true } }),
    body: { options: { web_search: { status: 'not_enabled', reason: 'no_entitlement' } } },
  },
]);

describe('refusals of POST /v1/enrich/jobs, in order of precedence', () => {
  let account: Awaited<ReturnType<ApiWorld['account']>>;
  beforeAll(async () => {
    account = await world.account({ blocks: GOOD_KEY.blocks });
    const taken = { ...base, headers: { 'x-idempotency-key': 'taken' }, body: { ...FINE, rows: [{}] } };
    expect((await send(world, taken, account)).status).toBe(202);
  });

  it.each(faults.map((fault, index) => [fault.what, fault, index] as const))(
    '%s',
    async (_what, fault, index) => {
      const before = (await world.events()).filter(({ event }) => event.type === 'JobSubmitted').length;
      expectRefusal(await send(world, fault.change(base), account), fault);
      expectRefusal(await send(world, withAllFrom(base, faults, index), account), fault);
      const after = (await world.events()).filter(({ event }) => event.type === 'JobSubmitted').length;
      expect(after).toBe(before);
    },
  );

  it('is accepted without a fault', async () => {
    expect((await send(world, base, account)).status).toBe(202);
  });
});
