/** What an operator's command says is done holds from its return on, in every API process. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import {
  changeAccountBlocks,
  reinstateAccount,
  setAccountBudget,
  suspendAccount,
} from '../../../src/operator/accounts/change-account.js';
import { revokeApiKey } from '../../../src/operator/keys/keys.js';
import { openOperatorServices, type OperatorServices } from '../../../src/operator/operator.js';
import { liftSuppressions, suppressValues } from '../../../src/operator/suppressions/suppressions.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { ONE, smallRegister } from '../../support/small-register.js';
import { ApiWorld, type IssuedKey } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const register = smallRegister();
const world = forAllTests(() => ApiWorld.start({ companies: register.file }));
/** A process of its own: it shares nothing with the API but the stores. */
const operator = forAllTests(() =>
  openOperatorServices(world.settings, { requestId: 'cli-at-once', actor: 'operator' }),
);
afterAll(() => register.remove());

const RESOLVE = `/v1/resolve?company_number=${ONE.number}&blocks=company_identity`;
const SUBMIT = { method: 'POST', body: { rows: [{ company_number: ONE.number }], blocks: ['industry'] } };

const whoami = async (by: IssuedKey) => (await world.call('/v1/whoami', {}, by)).status;
const resolve = async (by: IssuedKey) => (await world.call(RESOLVE, {}, by)).status;
const submit = async (by: IssuedKey) => (await world.call('/v1/enrich/jobs', SUBMIT, by)).status;

const revoke = (by: OperatorServices, { keyId }: IssuedKey) => revokeApiKey(by, keyId, 'lost');
const suspend = (by: OperatorServices, { account }: IssuedKey) =>
  suspendAccount(by, account, { reason: 'unpaid' });
const reinstate = (by: OperatorServices, { account }: IssuedKey) => reinstateAccount(by, account, null);
const enable =
  (...blocks: BlockKey[]) =>
  (by: OperatorServices, { account }: IssuedKey) =>
    changeAccountBlocks(by, account, { enable: blocks, disable: [] });
const disable =
  (...blocks: BlockKey[]) =>
  (by: OperatorServices, { account }: IssuedKey) =>
    changeAccountBlocks(by, account, { enable: [], disable: blocks });
const stopAtOneUnit = (by: OperatorServices, { account }: IssuedKey) =>
  setAccountBudget(by, account, { month_units: 1, month_amount: null, stop: true });
const suppress = (by: OperatorServices) => suppressValues(by, [ONE.number], 'company_number');
const lift = (by: OperatorServices) => liftSuppressions(by, [ONE.number], 'company_number');

type Act = (by: OperatorServices, key: IssuedKey) => Promise<unknown>;
type Ask = (by: IssuedKey) => Promise<number>;

/** Each row: acts that stand before, what is asked, the act, and the status before and after it. */
const CASES: readonly (readonly [string, readonly Act[], Ask, Act, number, number])[] = [
  ['a revoked key', [], whoami, revoke, 200, 401],
  ['a revoked key that resolves', [], resolve, revoke, 200, 401],
  ['a revoked key that submits', [], submit, revoke, 202, 401],
  ['a suspended account', [], resolve, suspend, 200, 401],
  ['a reinstated account', [suspend], resolve, reinstate, 401, 200],
  ['a disabled block', [], resolve, disable('company_identity'), 200, 403],
  ['an enabled block', [disable('industry')], submit, enable('industry'), 403, 202],
  ['a budget that is used up', [], resolve, stopAtOneUnit, 200, 429],
  ['a suppressed company', [], resolve, suppress, 200, 404],
  ['a company that is not suppressed any more', [suppress], resolve, lift, 404, 200],
];

it.each(CASES)('%s', async (_, before, ask, act, was, is) => {
  const key = await world.customer();
  for (const one of before) await one(operator, key);
  expect(await ask(key)).toBe(was);
  let returned = false;
  const asking = (async () => {
    while (!returned) await ask(key);
  })();
  try {
    await act(operator, key);
    expect(await ask(key)).toBe(is);
  } finally {
    returned = true;
    await asking;
  }
});

/** Submits a body that comes only once `act` has returned. @returns status, and whether limits are told */
async function submitAround(by: IssuedKey, act: Act): Promise<[number, boolean]> {
  const headers = { authorization: `Bearer ${by.key}`, 'content-type': 'application/json' };
  const sent = request(`${world.api.url}/v1/enrich/jobs`, {
    method: 'POST',
    headers: { ...headers, expect: '100-continue' },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  // The key was let in, and the body is asked for.
  await once(sent, 'continue');
  await act(operator, by);
  sent.end(JSON.stringify(SUBMIT.body));
  const [answer] = await answered;
  answer.resume();
  return [answer.statusCode ?? 0, 'ratelimit' in answer.headers || 'ratelimit-policy' in answer.headers];
}

it('a submission that was on its way as the key was revoked or the block disabled', async () => {
  const around = async (act: Act) => submitAround(await world.customer(), act);
  const nothing = () => Promise.resolve();
  expect(await Promise.all([revoke, suspend, disable('industry'), nothing].map(around))).toEqual([
    [401, false],
    [401, false],
    [403, true],
    [202, true],
  ]);
});
