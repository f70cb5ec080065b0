import { ApiWorld } from '../support/worlds/api-world.js';
import { FakeEnricher } from '../support/fake-enricher.js';
import type { Draft, Fault } from '../support/refusal-table.js';
import {
  GOOD_KEY,
  allFaults,
  expectRefusal,
  send,
  withAllFrom,
  withQuery,
} from '../support/refusal-table.js';

let world: ApiWorld;
let account: Awaited<ReturnType<ApiWorld['account']>>;
let own: string;
let expired: string;

beforeAll(async () => {
  const enricher = new FakeEnricher();
  // A few milliseconds of retention: the first job's rows are gone at once.
  const days = '0.00000001';
  world = await ApiWorld.start({ worker: enricher, settings: { RESULT_RETENTION_DAYS: days } });
  account = await world.account({ blocks: GOOD_KEY.blocks });
  const key = await world.key(account);
  expired = await world.ranJob(key, [{ company_number: '00000006' }], ['charges']);
  own = expired;
  await world.revoke(key);
});
afterAll(() => world.stop());

const at = (path: string, method = 'GET'): Draft => ({
  key: GOOD_KEY,
  method,
  path,
  query: {},
  headers: {},
  body: undefined,
});

const unknownJob: Fault = {
  what: "a job that is not the account's",
  status: 404,
  detail: 'job_not_found',
  change: (draft) => ({ ...draft, path: draft.path.replace(/job_[^/]*/, 'job_01JDXB8Z5N0000000000000001') }),
};
const rowsExpired: Fault = {
  what: 'rows past their time',
  status: 410,
  detail: 'rows_expired',
  change: (draft) => draft,
  body: { expires_at: expect.stringMatching(/Z$/) as unknown },
};
const badCursor: Fault = {
  what: 'a cursor of somebody else',
  status: 400,
  detail: 'malformed_cursor',
  change: withQuery({ cursor: 'AAAAAAAAAAAAAAAAAAAAAA' }),
};

/** A table over one operation: `base` is what every fault but those of rows is put into. */
function table(name: string, base: () => Draft, faults: readonly Fault[], ok: number | null): void {
  describe(`refusals of ${name}, in order of precedence`, () => {
    it.each(faults.map((fault, index) => [fault.what, fault, index] as const))(
      '%s',
      async (_what, fault, index) => {
        expectRefusal(await send(world, fault.change(base()), account), fault);
        expectRefusal(await send(world, withAllFrom(base(), faults, index), account), fault);
      },
    );
    if (ok !== null) {
      it('is answered without a fault', async () => {
        expect((await send(world, base(), account)).status).toBe(ok);
      });
    }
  });
}

table(
  'GET /v1/enrich/jobs/{job_id}',
  () => at(`/v1/enrich/jobs/${own}`),
  allFaults('read', 'GET, HEAD', [unknownJob]),
  200,
);
table(
  'POST /v1/enrich/jobs/{job_id}/cancel',
  () => at(`/v1/enrich/jobs/${own}/cancel`, 'POST'),
  allFaults('enrich', 'POST', [unknownJob]),
  200,
);
for (const page of ['results', 'errors']) {
  table(
    `GET /v1/enrich/jobs/{job_id}/${page}, of rows that are gone`,
    () => at(`/v1/enrich/jobs/${expired}/${page}`),
    allFaults('read', 'GET, HEAD', [unknownJob, rowsExpired]),
    null,
  );
}
table(
  'GET /v1/usage',
  () => at('/v1/usage'),
  allFaults('read', 'GET, HEAD', [
    {
      what: 'faults in fields',
      status: 400,
      detail: 'invalid_request',
      change: withQuery({ from: '2026-13-01', granularity: 'week', page: '2' }),
      body: {
        errors: {
          page: ['There is no such parameter here.'],
          granularity: ["Must be one of block, day; 'week' is not."],
          from: ['Must be a date of the calendar from 1900-01-01 on, YYYY-MM-DD.'],
        },
        errors_total: 3,
      },
    },
    {
      what: "a job that is not the account's",
      status: 404,
      detail: 'job_not_found',
      change: withQuery({ job_id: 'job_01JDXB8Z5N0000000000000001' }),
    },
  ]),
  200,
);

describe('a cursor that is none', () => {
  it.each(['results', 'errors'])('is refused on %s only where the rows are there', async (page) => {
    const kept = await ApiWorld.start({ worker: new FakeEnricher() });
    try {
      const key = await kept.customer();
      const job = await kept.ranJob(key, [{ company_number: '00000006' }], ['charges']);
      for (const cursor of ['AAAAAAAAAAAAAAAAAAAAAA', '', 'x', '%ff']) {
        const reply = await kept.call(`/v1/enrich/jobs/${job}/${page}?cursor=${cursor}`, {}, key);
        expectRefusal(reply, badCursor);
      }
    } finally {
      await kept.stop();
    }
    const draft = badCursor.change(at(`/v1/enrich/jobs/${expired}/${page}`));
    expectRefusal(await send(world, draft, account), rowsExpired);
  });
});
