/** What the pages of results and of errors refuse alike. */
import { FakeEnricher } from '../fake-enricher.js';
import { ONE, smallRegister } from '../small-register.js';
import { ApiWorld } from '../worlds/api-world.js';
import { withoutWords } from './words.js';
import { afterThisTest, forAllTests } from '../worlds/for-each-test.js';

type PageName = 'results' | 'errors';

/** A cursor that is none is 400 while the rows are there. */
export function testCursors(page: PageName): void {
  const started = forAllTests(
    async () => {
      const world = await ApiWorld.start({ worker: new FakeEnricher() });
      const key = await world.customer();
      const job = await world.ranJob(key, [{ company_number: '00000006' }], ['charges']);
      return { world, key, job };
    },
    ({ world }) => world.stop(),
  );
  it.each(['AAAAAAAAAAAAAAAAAAAAAA', '', 'x', '%ff'])(
    `a page of ${page} is 400 for '%s', which is no cursor`,
    async (cursor) => {
      const { world, key, job } = started;
      const { status, body } = await world.call(`/v1/enrich/jobs/${job}/${page}?cursor=${cursor}`, {}, key);
      expect([status, body['detail']]).toEqual([400, 'malformed_cursor']);
    },
  );
}

/** Rows whose time is up are 410, also for a wrong cursor, and are shown while the clock is off the store's. */
export function testExpiry(page: PageName): void {
  it(`a page of ${page} is 410 past its time, also for a cursor that is none`, async () => {
    const register = smallRegister();
    afterThisTest(() => register.remove());
    let aheadMs = 0;
    const world = await ApiWorld.start({
      companies: register.file,
      settings: { RESULT_RETENTION_DAYS: '0.00000001' },
      clock: { now: () => new Date(Date.now() + aheadMs) },
    });
    afterThisTest(() => world.stop());
    const key = await world.customer();
    const resolve = `/v1/resolve?company_number=${ONE.number}&blocks=company_identity`;
    const { body } = await world.call(resolve, {}, key);
    const { body: job } = await world.ended(key, String(body['job_id']));
    expect(job['expires_at']).toMatch(/Z$/);
    const read = (query = '') =>
      world.call(`/v1/enrich/jobs/${String(body['job_id'])}/${page}${query}`, {}, key);
    for (const query of ['', '?cursor=AAAAAAAAAAAAAAAAAAAAAA', '?cursor=x']) {
      const refused = await read(query);
      expect([refused.status, withoutWords(refused)]).toEqual([
        410,
        {
          detail: 'rows_expired',
          expires_at: job['expires_at'],
          request_id: refused.headers.get('x-request-id'),
        },
      ]);
    }
    aheadMs = 60_000;
    expect((await read()).status).toBe(200);
  });
}
