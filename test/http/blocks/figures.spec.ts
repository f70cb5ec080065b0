/** What the catalogue knows of past rows and of the account's prices. */
import { eventually } from '../../support/eventually.js';
import { FakeEnricher } from '../../support/fake-enricher.js';
import { ApiWorld, type Reply } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ worker: new FakeEnricher() }));
const key = forAllTests(() => world.customer());

const catalogue = (whose = key, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  world.call('/v1/blocks', { headers }, whose);
const industryOf = ({ body }: Reply): Record<string, unknown> | undefined =>
  (body['blocks'] as readonly Record<string, unknown>[]).find((block) => block['key'] === 'industry');

describe('the figures of the catalogue', () => {
  it('are shares of past rows, of all accounts, once there are a hundred', async () => {
    expect(industryOf(await catalogue())).toMatchObject({ coverage_share: null });
    const rows = Array.from({ length: 120 }, (_, row) => ({ company_number: String(row).padStart(8, '0') }));
    await world.ranJob(key, rows, ['industry']);
    await world.caughtUp();
    const other = await world.customer();
    const shown = await eventually('the share', async () => {
      const reply = await catalogue(other);
      return industryOf(reply)?.['coverage_share'] === null ? undefined : reply;
    });
    // Of 120 numbers 12 end in 9 and match nothing; of the other 108 those that end in 5 have no industry.
    expect(shown.body['matched_share']).toBe(0.9);
    expect(industryOf(shown)).toMatchObject({ coverage_share: 0.889 });
  });

  it("are the account's own prices in force, and change the tag when they change", async () => {
    const before = await catalogue();
    const tag = before.headers.get('etag') ?? '';
    expect(industryOf(before)).not.toHaveProperty('unit_price');
    expect((await catalogue(key, { 'if-none-match': tag })).status).toBe(304);
    const today = new Date().toISOString().slice(0, 10);
    const agreement = { currency: 'GBP', from: today, prices: { industry: '0.0200' } };
    await world.agreePrices(key.account, agreement);
    const after = await eventually('the price', async () => {
      const reply = await catalogue(key, { 'if-none-match': tag });
      return reply.status === 200 ? reply : undefined;
    });
    expect(industryOf(after)).toMatchObject({ unit_price: '0.0200', currency: 'GBP' });
    expect(after.headers.get('etag')).not.toBe(tag);
    expect(industryOf(await catalogue(await world.customer()))).not.toHaveProperty('unit_price');
  });
});
