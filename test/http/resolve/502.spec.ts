/** Resolves whose source is out of reach. */
import { companies } from '../../../packages/enrichment/src/sources/companies/companies.source.js';
import { editionPath } from '../../../packages/enrichment/src/sources/kit/editions/edition.js';
import { eventually } from '../../support/eventually.js';
import { asNewerProgram, stampLayout } from '../../support/other-layout.js';
import { TWINS, smallRegister } from '../../support/small-register.js';
import { ApiWorld, type Reply } from '../../support/worlds/api-world.js';
import { failing } from './failed-resolve.js';

const register = smallRegister();
afterAll(() => register.remove());

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
