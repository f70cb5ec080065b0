/** Resolves that match no company. */
import { failedResolves, failing } from './failed-resolve.js';

const { world, key, resolve, expectSameAgain } = failedResolves();

describe('GET /v1/resolve', () => {
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

  it('is 404 again for the same key', () => expectSameAgain('company_number=09999999'));

  it('that is 404 is a job all the same, and costs nothing', async () => {
    const before = (await world.call('/v1/usage', {}, key)).body['counts'];
    await resolve('company_number=09999999');
    const types = (await world.events()).map(({ event }) => event.type);
    expect(types.slice(-3)).toEqual(expect.arrayContaining(['RowFailed', 'JobCompleted']));
    expect((await world.call('/v1/usage', {}, key)).body['counts']).toEqual(before);
  });
});
