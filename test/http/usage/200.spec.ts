import type { Reply } from '../../support/worlds/api-world.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { FakeEnricher } from '../../support/fake-enricher.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ worker: new FakeEnricher() }));
const key = forAllTests(() => world.customer());
let job: string;
beforeAll(async () => {
  const rows = ['00000001', '00000005', '00000009', ''].map((company_number) => ({ company_number }));
  job = await world.ranJob(key, rows, ['industry', 'company_identity']);
});

const usage = (query = ''): Promise<Reply> => world.call(`/v1/usage${query}`, {}, key);
const today = (): string => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('GET /v1/usage', () => {
  it('is by block over the last 30 days where nothing else is asked for', async () => {
    const { status, body } = await usage();
    expect(status).toBe(200);
    expect(body).toEqual({
      from: daysAgo(30),
      to: today(),
      granularity: 'block',
      job_id: null,
      // One row has no SIC code on file, one matched nothing, one named nobody.
      counts: { rows: 2, units: 3 },
      items: [
        { block: 'company_identity', units: 2 },
        { block: 'industry', units: 1 },
      ],
      as_of: { position: expect.any(String) as unknown, time: expect.stringMatching(/Z$/) as unknown },
    });
  });

  it('is by day, and of one job', async () => {
    const { body } = await usage(`?granularity=day&job_id=${job}&from=${today()}&to=${today()}`);
    expect(body).toMatchObject({
      job_id: job,
      items: [{ date: today(), rows: 2, units: 3, blocks: { company_identity: 2, industry: 1 } }],
    });
  });

  it('is nothing where nothing was used', async () => {
    const { body } = await usage(`?from=${daysAgo(60)}&to=${daysAgo(31)}`);
    expect(body).toMatchObject({ counts: { rows: 0, units: 0 }, items: [] });
    const nobody = await world.customer();
    expect((await world.call('/v1/usage', {}, nobody)).body).toMatchObject({
      counts: { rows: 0, units: 0 },
      as_of: null,
    });
  });

  it('spans 366 days', async () => {
    expect((await usage('?from=2024-01-01&to=2024-12-31')).status).toBe(200);
  });
});
