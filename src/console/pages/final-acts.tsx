/**
 * Acts on access and data: revoke a key, suspend, reinstate or forget an account, erase or hold rows. An act
 * that can't be undone, or that stops a customer at once, is final: its form asks for a typed name.
 */
import {
  eraseAccountContact,
  reinstateAccount,
  suspendAccount,
} from '../../operator/accounts/change-account.js';
import { showAccount, type AccountDetails } from '../../operator/accounts/find-account.js';
import { endJobHold, eraseJob, holdJob } from '../../operator/jobs/job-acts.js';
import { revokeApiKey } from '../../operator/keys/keys.js';
import { withReason, type OperatorServices } from '../../operator/operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { filledPath } from '../acts/act-form.js';
import { ADMIN_ROLES, BILLING_ROLES, page, post, redirect, type ConsolePage } from '../console-page.js';
import type { Markup } from '../view/jsx-markup.js';
import { paths } from '../view/links.js';
import { ActForm, Alert, ForeignText } from '../view/parts.js';
import {
  requireConfirmation,
  requireTypedName,
  readAccountId,
  readDay,
  readIfFilled,
  readJobId,
  readKeyId,
  reasonIn,
  type FieldTexts,
} from '../form-values.js';

interface FinalActDefinition {
  readonly path: string;
  readonly title: string;
  /** A sentence that says what changes and what stays. */
  readonly effect: string;
  /** The names of the changed thing: one of them must be typed. @throws WrongRequest where there is none */
  readonly names: (operator: OperatorServices, params: FieldTexts) => Promise<readonly string[]>;
  /** @returns the path of the page that shows the change @throws WrongRequest where it is refused */
  readonly run: (operator: OperatorServices, params: FieldTexts, reason: string) => Promise<string>;
}

interface FinalActFormProps {
  readonly params: FieldTexts;
  readonly csrf: string;
  /** Names of what the act changes. The operator types one, so that nothing else is changed. */
  readonly names: readonly string[];
  /** The form as it was sent, and why nothing was done. */
  readonly refusal?: { readonly typedReason: string; readonly typedName: string; readonly detail: string };
}

/** Makes the form of a final act and its handler. A refused form is shown again as it was filled in. */
function finalAct({ path, title, effect, names, run }: FinalActDefinition) {
  const id = path.split('/').at(-1);
  const Form = ({ params, csrf, names: namesToType, refusal }: FinalActFormProps): Markup => (
    <section class="danger">
      <h2>{title}</h2>
      {refusal !== undefined && <Alert>{refusal.detail}</Alert>}
      <p>{effect}</p>
      <ActForm to={filledPath(path, params)} csrf={csrf}>
        <label for={`${id}-reason`}>Reason. It stays in the log, so name no person.</label>
        <input id={`${id}-reason`} name="reason" value={refusal?.typedReason} maxlength={500} required />
        <label for={`${id}-typed`}>
          To confirm, type <ForeignText text={namesToType.join(' or ')} />
        </label>
        <input
          id={`${id}-typed`}
          name="typed"
          value={refusal?.typedName}
          maxlength={500}
          autocomplete="off"
          required
        />
        <button type="submit" class="danger">
          {title}
        </button>
      </ActForm>
    </section>
  );
  const handler = post(path, ADMIN_ROLES, async ({ operator, params, form, session: { csrf } }) => {
    const namesToType = await names(operator, params);
    try {
      requireTypedName(form, namesToType);
      return redirect(await run(operator, params, reasonIn(form)));
    } catch (error) {
      if (!(error instanceof WrongRequest)) throw error;
      const { reason: typedReason = '', typed: typedName = '' } = form;
      const refusal = { typedReason, typedName, detail: error.message };
      return page(title, <Form {...{ params, csrf, refusal }} names={namesToType} />, { status: 400 });
    }
  });
  return { Form, handler };
}

export const revokeAct = finalAct({
  path: '/keys/:key/revoke',
  title: 'Revoke the key',
  effect:
    'For a key that leaked or is no longer used. Every request with it answers 401 from now on. Accepted jobs continue. A new key is issued on the page of the account.',
  names: (_, { key }) => Promise.resolve([readKeyId(key)]),
  run: async (operator, { key }, reason) => {
    const id = readKeyId(key);
    await revokeApiKey(operator, id, reason);
    return paths.key(id);
  },
});

const namesOfAccountIn = async (operator: OperatorServices, { account }: FieldTexts) =>
  namesOfAccount(await showAccount(operator, readAccountId(account)));

/** The names of an account. The operator types one of them to confirm an act on the account. */
export const namesOfAccount = ({ account_id, name }: AccountDetails): readonly string[] =>
  name === null || name === '' ? [String(account_id)] : [name, String(account_id)];

export const suspendAct = finalAct({
  path: '/accounts/:account/suspend',
  title: 'Suspend the account',
  effect:
    'Stops all keys of this account now (401). Accepted jobs continue and are billed. The customer’s link to their account ends. Once it is reinstated, its keys work again, except revoked ones.',
  names: namesOfAccountIn,
  run: async (operator, { account }, reason) => {
    await suspendAccount(operator, readAccountId(account), { reason });
    return paths.account(readAccountId(account));
  },
});

export const forgetAct = finalAct({
  path: '/accounts/:account/forget',
  title: 'Forget the customer',
  effect:
    'Erases the customer’s name, their e-mail address and the names of keys for good. Keys, jobs and the bill stay, and the customer’s link to their account ends.',
  names: namesOfAccountIn,
  run: async (operator, { account }, reason) => {
    await eraseAccountContact(operator, readAccountId(account), { reason });
    return paths.account(readAccountId(account));
  },
});

export const reinstateAct = post('/accounts/:account/reinstate', ADMIN_ROLES, async (visit) => {
  const { operator, params, form } = visit;
  requireConfirmation(form);
  const id = readAccountId(params['account']);
  await reinstateAccount(withReason(operator, reasonIn(form)), id, null);
  return redirect(paths.account(id));
});

export const eraseAct = finalAct({
  path: '/jobs/:job/erase',
  title: 'Erase the rows',
  effect:
    'Erases requests and results now instead of at the end of their retention. The API then answers 410. Facts and charges stay.',
  names: (_, { job }) => Promise.resolve([readJobId(job)]),
  run: async (operator, { job }, reason) => {
    await eraseJob(operator, readJobId(job), reason);
    return paths.job(readJobId(job));
  },
});

/** Holds the data of the rows for a dispute, or ends the hold where the form says so. */
const holdAct = post('/jobs/:job/hold', BILLING_ROLES, async ({ operator, params, form }) => {
  const id = readJobId(params['job']);
  const reason = reasonIn(form);
  const until = readIfFilled(form['until'], readDay);
  if (form['end'] === 'yes') await endJobHold(operator, id, reason);
  else await holdJob(operator, id, { reason, until });
  return redirect(paths.job(id));
});

/** The handlers of the forms of this file. */
export const ACT_HANDLERS: readonly ConsolePage[] = [
  ...[revokeAct, suspendAct, forgetAct, eraseAct].map(({ handler }) => handler),
  reinstateAct,
  holdAct,
];
