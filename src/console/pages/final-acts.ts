/** Acts on a customer's access and data: revoke a key, suspend or reinstate an account, erase rows. */
import { reinstateAccount, suspendAccount } from '../../operator/accounts/change-account.js';
import { showAccount, type AccountDetails } from '../../operator/accounts/find-account.js';
import { endJobHold, holdJob } from '../../operator/jobs/hold-job.js';
import { eraseJob } from '../../operator/jobs/erase-job.js';
import { revokeApiKey } from '../../operator/keys/keys.js';
import { ADMIN_ROLES, BILLING_ROLES, post, redirect } from '../console-page.js';
import { paths } from '../view/links.js';
import {
  mustBeConfirmed,
  mustBeTyped,
  readAccountId,
  readDay,
  readJobId,
  readKeyId,
  reasonIn,
} from '../form-values.js';

export const revokeAct = post('/keys/:key/revoke', ADMIN_ROLES, async ({ operator, params, form }) => {
  const id = readKeyId(params['key']);
  mustBeTyped(form, [id]);
  await revokeApiKey(operator, id, reasonIn(form));
  return redirect(paths.key(id));
});

export const suspendAct = post(
  '/accounts/:account/suspend',
  ADMIN_ROLES,
  async ({ operator, params, form }) => {
    const id = readAccountId(params['account']);
    mustBeTyped(form, namesOfAccount(await showAccount(operator, id)));
    await suspendAccount(operator, id, { reason: reasonIn(form) });
    return redirect(paths.account(id));
  },
);

/** The names of an account, of which one is typed to confirm an act on it. */
export const namesOfAccount = ({
  account_id,
  name,
}: Pick<AccountDetails, 'account_id' | 'name'>): readonly string[] => [
  ...(name === null || name === '' ? [] : [name]),
  String(account_id),
];

export const reinstateAct = post(
  '/accounts/:account/reinstate',
  ADMIN_ROLES,
  async ({ operator, params, form }) => {
    mustBeConfirmed(form);
    const id = readAccountId(params['account']);
    await reinstateAccount(operator, id, null);
    return redirect(paths.account(id));
  },
);

export const eraseAct = post('/jobs/:job/erase', ADMIN_ROLES, async ({ operator, params, form }) => {
  const id = readJobId(params['job']);
  mustBeTyped(form, [id]);
  await eraseJob(operator, id, reasonIn(form));
  return redirect(paths.job(id));
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
