/** Acts on a customer's access and data: a key revoked, an account suspended or reinstated, the rows of a job erased. */
import { reinstateAccount, suspendAccount } from '../../operator/accounts/change-account.js';
import { eraseJob } from '../../operator/jobs/erase-job.js';
import { revokeKey } from '../../operator/keys/keys.js';
import { ADMIN, go, type Page, type Visit } from '../page.js';
import { paths } from '../view/links.js';
import { accountId, jobId, keyId, mustBeConfirmed, reasonIn } from '../words.js';

/** @param act carries it out and says where it shows */
const act = (path: string, act: (visit: Visit) => Promise<string>): Page => ({
  method: 'POST',
  path,
  roles: ADMIN,
  answer: async (visit) => {
    mustBeConfirmed(visit.form);
    return go(await act(visit));
  },
});

export const revokeAct = act('/keys/:key/revoke', async ({ operator, params, form }) => {
  const id = keyId(params['key']);
  await revokeKey(operator, id, reasonIn(form));
  return paths.key(id);
});

export const suspendAct = act('/accounts/:account/suspend', async ({ operator, params, form }) => {
  const id = accountId(params['account']);
  await suspendAccount(operator, id, { reason: reasonIn(form) });
  return paths.account(id);
});

export const reinstateAct = act('/accounts/:account/reinstate', async ({ operator, params }) => {
  const id = accountId(params['account']);
  await reinstateAccount(operator, id, null);
  return paths.account(id);
});

export const eraseAct = act('/jobs/:job/erase', async ({ operator, params, form }) => {
  const id = jobId(params['job']);
  await eraseJob(operator, id, reasonIn(form));
  return paths.job(id);
});
