import type { Reply } from '../../support/worlds/api-world.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { companies } from '../../../src/sources/companies/companies.source.js';
import { editionPath } from '../../../src/sources/kit/editions/edition.js';
import { eventually } from '../../support/eventually.js';
import { asNewerProgram, stampLayout } from '../../support/other-layout.js';
import { TWINS, smallRegister } from '../../support/small-register.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const register = smallRegister();
const world = forAllTests(() => ApiWorld.start({ worker: 'register', companies: register.file }));
const key = forAllTests(() => world.customer());
afterAll(() => register.remove());

const resolve = (query: string, idempotencyKey?: string): Promise<Reply> =>
  world.call(
    `/v1/resolve?blocks=company_identity&${query}`,
    { headers: idempotencyKey === undefined ? {} : { 'x-idempotency-key': idempotencyKey } },
    key,
  );

const failing = (reply: Reply) => ({
  status: reply.status,
  ...reply.body,
  request_id: undefined,
  billed: reply.headers.get('x-billed-units'),
});

describe('a resolve that delivers no company', () => {
  it.each([
    ['a number that is not on file', 'company_number=09999999', 'not_matched'],
    ['a name that nobody bears', 'company_name=Nobody+At+All+Limited', 'not_matched'],
    ['a directory for a website', 'domain=www.facebook.com/example', 'not_own_site'],
  ])('is 404 for %s', async (_what, query, detail) => {
    expect(failing(await resolve(query))).toEqual({
      status: 404,
      detail,
      retry_suggested: false,
      billed: '0',
    });
  });

  it('is 409 with candidates for a name that two live companies bear', async () => {
    const reply = await resolve('company_name=twin+trading');
    expect(failing(reply)).toEqual({
      status: 409,
      detail: 'ambiguous_match',
      candidates: [
        { company_number: TWINS[0], company_name: 'TWIN TRADING LIMITED' },
        { company_number: TWINS[1], company_name: 'THE TWIN TRADING LTD' },
      ],
      billed: '0',
    });
  });

  it('is the same again for the same key', async () => {
    for (const query of ['company_number=09999999', 'company_name=twin+trading']) {
      const first = await resolve(query, query);
      const again = await resolve(query, query);
      expect(failing(again)).toEqual(failing(first));
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
  });

  it('is 409 for a key that another request holds', async () => {
    await resolve('company_number=09999999', 'held');
    expect(failing(await resolve('company_number=09999998', 'held'))).toEqual({
      status: 409,
      detail: 'idempotency_key_reused',
      billed: '0',
    });
  });

  it('is a job all the same, and costs nothing', async () => {
    const before = (await world.call('/v1/usage', {}, key)).body['counts'];
    await resolve('company_number=09999999');
    const types = (await world.events()).map(({ event }) => event.type);
    expect(types.slice(-3)).toEqual(expect.arrayContaining(['RowFailed', 'JobCompleted']));
    expect((await world.call('/v1/usage', {}, key)).body['counts']).toEqual(before);
  });
});

describe('a resolve while no register is loaded', () => {
  it('is 502, retry, and does not hold its key', async () => {
    const empty = await ApiWorld.start({ worker: 'register', companies: null });
    try {
      const customer = await empty.customer();
      const ask = (number: string): Promise<Reply> =>
        empty.call(
          `/v1/resolve?company_number=${number}`,
          { headers: { 'x-idempotency-key': 'k' } },
          customer,
        );
      expect(failing(await ask('01234567'))).toEqual({
        status: 502,
        detail: 'source_unavailable',
        retry_suggested: true,
        billed: '0',
      });
      // Another request may take the key: the failed one released it.
      expect((await ask('07654321')).status).toBe(502);
    } finally {
      await empty.stop();
    }
  });
});

describe('a resolve while only a newer program reads the register', () => {
  it('is 502 with that reason, and is answered once the edition is read', async () => {
    const own = await ApiWorld.start({ worker: 'register', companies: register.file });
    try {
      const { dataDir } = own.settings;
      const path = editionPath(dataDir, 'companies', asNewerProgram(dataDir));
      const customer = await own.customer();
      const ask = (): Promise<Reply> =>
        own.call(`/v1/resolve?company_number=${TWINS[0]}&blocks=company_identity`, {}, customer);
      expect(failing(await ask())).toMatchObject({
        status: 502,
        detail: 'source_unavailable',
        retry_suggested: true,
        billed: '0',
      });
      stampLayout(path, companies.importer.layout);
      expect(await eventually('an answer', async () => (await ask()).status === 200)).toBe(true);
    } finally {
      await own.stop();
    }
  });
});
