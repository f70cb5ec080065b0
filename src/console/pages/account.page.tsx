/** The page of an account: usage by day and block, prices, keys, jobs and adjustments. */
import type { Markup } from '../view/jsx-markup.js';
import { accountAdjustmentsPart } from '../../operator/adjustments/adjustment.sheet.js';
import { listAdjustments } from '../../operator/adjustments/find-adjustments.js';
import { showAccountWithAudit, type AccountDetails } from '../../operator/accounts/find-account.js';
import { EVERY_JOB, listJobs } from '../../operator/jobs/list-jobs.js';
import { EXPORT_FORMATS } from '../../billing/export/formats.js';
import { recordExport } from '../../operator/usage/export-usage.js';
import { exportDownload } from '../../operator/usage/export-download.js';
import { showUsage } from '../../operator/usage/show-usage.js';
import { usageFacts, usageTable } from '../../operator/usage/usage.sheet.js';
import { monthRulesPart } from '../../investigate/sheets/shared-parts.js';
import { accountSheet } from '../../operator/accounts/account.sheet.js';
import { ACCOUNT_ACTS } from '../acts/access-acts.js';
import { filledPath, type PreviewedAct } from '../acts/act-form.js';
import { TERMS_ACTS } from '../acts/terms-acts.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { ADMIN_ROLES, ALL_ROLES, BILLING_ROLES, get, page, type Visit } from '../console-page.js';
import { forgetAct, namesOfAccount, reinstateAct, suspendAct } from './final-acts.js';
import { UsageExportLinks, monthsIn } from '../view/export-links.js';
import { UsageChart } from '../view/usage-chart.js';
import {
  lastDays,
  readAccountId,
  readDaysOfMonth,
  readMonth,
  readWord,
  type FieldTexts,
} from '../form-values.js';
import { ActForm, ButtonLink, ConfirmBox, Section } from '../view/parts.js';
import { FactList, PartList, SheetView, TableView } from '../view/sheet.js';
import { JobsList } from '../view/jobs-list.js';
import { JOBS_PLACE, paths } from '../view/links.js';
import { partOf, readPaging } from '../view/list-parts.js';
import { cell, joinedCells } from '../../../packages/words/src/sheet/sheet.js';

const DEFAULT_DAYS = 30;

export const accountPage = get('/accounts/:account', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason, user, session } = visit;
  const id = readAccountId(params['account']);
  const account = await showAccountWithAudit(operator, id, reason);
  const filter = { ...EVERY_JOB, account: id };
  const paging = readPaging({});
  const [usage, jobs, adjustments] = await Promise.all([
    usageOf(visit, id),
    listJobs(operator, filter, partOf(paging)),
    listAdjustments(operator, id),
  ]);
  return page(
    `Account ${id}`,
    <>
      <SheetView sheet={accountSheet(account)}>
        <p class="acts">
          <ButtonLink to={`${paths.account(id)}/statements`}>Statements</ButtonLink>
          {BILLING_ROLES.includes(user.role) && (
            <>
              <ButtonLink to={`/adjustments/new?account=${id}`}>Adjust charges</ButtonLink>
              <ButtonLink to={`/repricings/new?account=${id}`}>Correct a price</ButtonLink>
              <ButtonLink to={`/credits/new?account=${id}`}>Grant a credit</ButtonLink>
            </>
          )}
        </p>
        <UsageSection account={id} usage={usage} />
      </SheetView>
      <Section title="Jobs">
        <JobsList list={jobs} filter={filter} paging={paging} place={JOBS_PLACE} />
      </Section>
      <PartList parts={[accountAdjustmentsPart(adjustments)]} place={{ path: paths.account(id), query }} />
      {BILLING_ROLES.includes(user.role) && (
        <Section title="Change prices and terms">
          <ActLinks acts={TERMS_ACTS} params={params} />
        </Section>
      )}
      {ADMIN_ROLES.includes(user.role) && <Access account={account} params={params} csrf={session.csrf} />}
    </>,
  );
});

type AccessProps = { account: AccountDetails; params: FieldTexts; csrf: string };

function Access({ account, params, csrf }: AccessProps): Markup {
  const actParts = { params, csrf, names: namesOfAccount(account) };
  return (
    <>
      <Section title="Change what the account may use">
        <ActLinks acts={ACCOUNT_ACTS} params={params} />
      </Section>
      {account.status === 'active' ? (
        <suspendAct.Form {...actParts} />
      ) : (
        <Section title="Reinstate the account">
          <p>
            Keys that were not revoked work again. The customer’s link to their account does not come back.
          </p>
          <ActForm to={filledPath(reinstateAct.path, params)} csrf={csrf}>
            <label for="reinstate-reason">Reason. It stays in the log, so name no person.</label>
            <input id="reinstate-reason" name="reason" maxlength={500} required />
            <ConfirmBox>Yes, let its keys work again</ConfirmBox>
            <button type="submit">Reinstate the account</button>
          </ActForm>
        </Section>
      )}
      {account.email !== null && account.email !== '' && <forgetAct.Form {...actParts} />}
    </>
  );
}

type ActLinksProps = { acts: readonly Pick<PreviewedAct, 'path' | 'title'>[]; params: FieldTexts };

const ActLinks = ({ acts, params }: ActLinksProps): Markup => (
  <p class="acts">
    {acts.map(({ path, title }) => (
      <ButtonLink to={`${filledPath(path, params)}/new`} isPlain>
        {title}
      </ButtonLink>
    ))}
  </p>
);

const rangeOf = ({ query, now }: Visit) =>
  query['month'] === undefined ? lastDays(now, DEFAULT_DAYS) : readDaysOfMonth(query['month']);

async function usageOf(visit: Visit, account: AccountId) {
  const range = rangeOf(visit);
  const usageBy = <By extends 'day' | 'block'>(by: By) =>
    showUsage(visit.operator, { account, range, by, job: null });
  const [days, blocks] = await Promise.all([usageBy('day'), usageBy('block')]);
  return { days, blocks };
}
type Usage = Awaited<ReturnType<typeof usageOf>>;

function UsageSection({ account, usage: { days, blocks } }: { account: number; usage: Usage }): Markup {
  const { from, to } = days;
  const bars = days.items.flatMap((item) =>
    'date' in item && 'blocks' in item ? [{ ...item, href: paths.explain({ account, day: item.date }) }] : [],
  );
  const months = monthsIn(days);
  const monthLinks = joinedCells(months.map((month) => cell.bill({ account, month }, month)));
  return (
    <Section title={`Usage, ${from} to ${to}`}>
      <FactList facts={{ ...usageFacts(days), 'explain a month': monthLinks }} />
      <UsageChart name="Units by day and block" bars={bars} />
      <div class="beside">
        <TableView name="By day" table={usageTable(days, { account }, 'No usage on these days.')} />
        <TableView name="By block" table={usageTable(blocks, null, 'No block was charged.')} />
      </div>
      <PartList parts={[monthRulesPart(days.month_rules ?? [])]} />
      <UsageExportLinks months={months} path={(month) => paths.exports(account, month)} />
    </Section>
  );
}

/** Sends a month of the account's usage as a file for other systems. */
export const usageExportFile = get('/accounts/:account/usage/:month/:format', ALL_ROLES, async (visit) => {
  const { operator, params, query, reason, now } = visit;
  const request = {
    account: readAccountId(params['account']),
    month: readMonth(params['month']),
    format: readWord(params['format'], EXPORT_FORMATS, 'a format') ?? 'csv',
    proofs: query['proofs'] === 'yes',
    now,
  };
  await recordExport(operator, request, reason);
  return { kind: 'file', ...(await exportDownload(operator, request)) };
});
