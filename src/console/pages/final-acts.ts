/** Acts on a customer's access and data: revoke a key, suspend or reinstate an account, erase rows. */
import { reinstateAccount, suspendAccount } from '../../operator/accounts/change-account.js';
import { endJobHold, holdJob } from '../../operator/jobs/hold-job.js';
import { eraseJob } from '../../operator/jobs/erase-job.js';
import { revokeApiKey } from '../../operator/keys/keys.js';
import { ADMIN_ROLES, BILLING_ROLES, post, redirect, type ConsolePage, type Visit } from '../console-page.js';
import { paths } from '../view/links.js';
import { readAccountId, readDay, readJobId, readKeyId, mustBeConfirmed, reasonIn } from '../form-values.js';

/** Makes an act that must be confirmed. @param act carries it out and returns the path of the result */
const confirmedAct = (path: string, act: (visit: Visit) => Promise<string>): ConsolePage =>
  post(path, ADMIN_ROLES, async (visit) => {
    mustBeConfirmed(visit.form);
    return redirect(await act(visit));
  });

export const revokeAct = confirmedAct('/keys/:key/revoke', async ({ operator, params, form }) => {
  const id = readKeyId(params['key']);
  await revokeApiKey(operator, id, reasonIn(form));
  return paths.key(id);
});

export const suspendAct = confirmedAct('/accounts/:account/suspend', async ({ operator, params, form }) => {
  const id = readAccountId(params['account']);
  await suspendAccount(operator, id, { reason: reasonIn(form) });
  return paths.account(id);
});

export const reinstateAct = confirmedAct('/accounts/:account/reinstate', async ({ operator, params }) => {
  const id = readAccountId(params['account']);
  await reinstateAccount(operator, id, null);
  return paths.account(id);
});

export const eraseAct = confirmedAct('/jobs/:job/erase', async ({ operator, params, form }) => {
  const id = readJobId(params['job']);
  await eraseJob(operator, id, reasonIn(form));
  return paths.job(id);
});

/** Holds the data of the rows for a dispute, or ends the hold where the form says so. */
export const holdAct = post('/jobs/:job/hold', BILLING_ROLES, async ({ operator, params, form }) => {
  const id = readJobId(params['job']);
  const reason = reasonIn(form);
  const until = form['until'] === undefined || form['until'] === '' ? null : readDay(form['until']);
  if (form['end'] === 'yes') await endJobHold(operator, id, reason);
  else await holdJob(operator, id, { reason, until });
  return redirect(paths.job(id));
});
