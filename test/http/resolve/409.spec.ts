/** Resolves that match several companies, and idempotency keys that another request holds. */
import { RESOLVE } from '../../support/refusals/resolve.js';
import { testRefusals } from '../../support/refusals/refusals.js';
import { TWINS } from '../../support/small-register.js';
import { failedResolves, failing } from './failed-resolve.js';

const { resolve, expectSameAgain } = failedResolves();

describe('GET /v1/resolve', () => {
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

  it('is 409 again for the same key', () => expectSameAgain('company_name=twin+trading'));

  it('is 409 for a key that another request holds', async () => {
    await resolve('company_number=09999999', 'held');
    expect(failing(await resolve('company_number=09999998', 'held'))).toEqual({
      status: 409,
      detail: 'idempotency_key_reused',
      billed: '0',
    });
  });
});

testRefusals(409, [RESOLVE]);
