import { FakeEnricher } from '../../support/fake-enricher.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ worker: new FakeEnricher() }));
const key = forAllTests(() => world.customer());

describe('GET /v1/enrich/jobs/{job_id}/errors', () => {
  it('has each row that delivered nothing, in the order of the rows, with its reason', async () => {
    const rows = [
      { ref: 'fine', company_number: '00000006' },
      { ref: 'unknown', company_number: '00000009' },
      { company_number: '00000016' },
      { ref: 'empty' },
    ];
    const job = await world.ranJob(key, rows, ['charges']);
    const read = (query = '') => world.call(`/v1/enrich/jobs/${job}/errors${query}`, {}, key);
    const unknown = { row: 1, ref: 'unknown', company_number: '00000009', reason: 'not_matched' };
    const empty = { row: 3, ref: 'empty', reason: 'no_company_key', retry_suggested: false };
    const { status, body } = await read();
    expect([status, body]).toMatchObject([
      200,
      { errors: [unknown, empty], next_cursor: null, remaining: 0, results_ready: true },
    ]);

    const first = await read('?limit=1');
    expect(first.body).toMatchObject({ errors: [unknown], remaining: 1 });
    const second = await read(`?limit=1&cursor=${String(first.body['next_cursor'])}`);
    expect(second.body).toMatchObject({ errors: [empty], next_cursor: null, remaining: 0 });
  });

  it('is empty for a job whose rows were all delivered', async () => {
    const job = await world.ranJob(key, [{ company_number: '00000006' }], ['charges']);
    const { status, body } = await world.call(`/v1/enrich/jobs/${job}/errors`, {}, key);
    expect([status, body]).toMatchObject([200, { errors: [], next_cursor: null, remaining: 0 }]);
  });
});
