/**
 * The page that explains a figure: a month by its days, a day by its jobs, a job by its charges. The form at
 * `/statements` asks for the account whose statements are to be shown.
 */
import { billSummarySheet } from '../../investigate/sheets/bill.sheet.js';
import {
  everyCharge,
  explainBill,
  explainOneCharge,
  type BillRequest,
} from '../../operator/billing/explain-bill.js';
import { billFigure, type BillSubject, figureSheet } from '../../operator/billing/bill-figure.js';
import { recordAudit } from '../../operator/support/audit-records.js';
import {
  ALL_ROLES,
  csvFile,
  get,
  headedPage,
  page,
  redirect,
  type PageAnswer,
  type Visit,
} from '../console-page.js';
import { paths } from '../view/links.js';
import { readAccountId, readBlock, readDay, readDaysOfMonth, readJobId, readKeyId } from '../form-values.js';
import { chargeSheet } from '../../investigate/sheets/charge.sheet.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import {
  BillCharges,
  BillForm,
  BillJobs,
  CHARGE_CSV_COLUMNS,
  ChargeActLinks,
  readChargesPage,
} from '../view/bill-parts.js';
import { SheetView } from '../view/sheet.js';

const SUBJECTS = ['account', 'job', 'key'] as const;

export const explainPage = get('/explain', ALL_ROLES, async (visit) => {
  if (SUBJECTS.every((name) => visit.query[name] === undefined)) return billFormPage('Show a bill', visit);
  const largePage = await largeFigurePage(visit);
  if (largePage !== null) return largePage;
  const { size, ...chargesPage } = readChargesPage(visit.query);
  const bill = await explainBill(visit.operator, { ...requestOf(visit), limit: size, ...chargesPage });
  const { account_id: account, job_id: job, from, to, block } = bill;
  return page(
    'How a figure is made up',
    <>
      <SheetView sheet={billSummarySheet(bill)}>
        {bill.units > 0 && bill.key_id === null && (
          <ChargeActLinks
            user={visit.user}
            chargeScope={job === null ? { account, from, to, block } : { job, block }}
          />
        )}
      </SheetView>
      <BillJobs bill={bill} query={visit.query} />
      <BillCharges bill={bill} query={visit.query} size={size} />
    </>,
  );
});

/** The charges of the figure as CSV. */
export const chargesFile = get('/explain.csv', ALL_ROLES, async (visit) =>
  csvFile('charges.csv', await everyCharge(visit.operator, requestOf(visit)), CHARGE_CSV_COLUMNS),
);

const requestOf = (visit: Visit): Omit<BillRequest, 'limit'> => ({
  subject: subjectOf(visit),
  block: readBlock(visit.query['block']),
  reason: visit.reason,
});

/** The page with a form that names the account, job or key of a bill. */
const billFormPage = (title: string, { now }: Visit): PageAnswer => headedPage(title, <BillForm now={now} />);

/** Asks for an account, or redirects to the statements of the account that the form names. */
export const statementsFormPage = get('/statements', ALL_ROLES, (visit) => {
  const { account } = visit.query;
  return Promise.resolve(
    account === undefined
      ? billFormPage('Statements of an account', visit)
      : redirect(`${paths.account(readAccountId(account))}/statements`),
  );
});

/** If a figure covers more delivered rows, its charges are read only after the operator asks for them all. */
const MAX_ROWS_AT_ONCE = 5_000;

/**
 * Returns a page that offers to read all charges; null if the figure is small or the operator wants them, and
 * for a block, or a job's days, whose charges are always read.
 */
async function largeFigurePage(visit: Visit): Promise<PageAnswer | null> {
  const { operator, query, reason } = visit;
  const subject = subjectOf(visit);
  const wantsAllCharges = query['count'] === 'yes';
  if (wantsAllCharges || query['block'] !== undefined) return null;
  if ('job' in subject && subject.range !== null) return null;
  const figure = await billFigure(operator, subject);
  if (figure.rows <= MAX_ROWS_AT_ONCE) return null;
  await recordAudit(operator, { ...figure.auditRecord, reason });
  const figureFilter = {
    job: 'job' in subject ? subject.job : null,
    key: 'key' in subject ? subject.key : null,
  };
  const allChargesPath = paths.explain({ ...query, count: 'yes' });
  return page(
    'How a figure is made up',
    <SheetView sheet={figureSheet(figure, figureFilter)}>
      <p>
        This figure consists of many charges. Choose a day or a job, or{' '}
        <a href={allChargesPath}>read all of its charges from the log</a>, which may take some seconds.
      </p>
    </SheetView>,
  );
}

function subjectOf({ query }: Visit): BillSubject {
  const { account, job, key, day, month } = query;
  const oneDay = day === undefined ? null : { from: readDay(day), to: readDay(day) };
  const range = oneDay ?? (month === undefined ? null : readDaysOfMonth(month));
  if (job !== undefined) return { job: readJobId(job), range };
  if (key !== undefined) return { key: readKeyId(key), range };
  return {
    account: readAccountId(account),
    range: range ?? readDaysOfMonth(new Date().toISOString().slice(0, 7)),
  };
}

const CHARGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const chargePage = get('/charges/:charge', ALL_ROLES, async ({ operator, params, reason, user }) => {
  const id = params['charge'] ?? '';
  if (!CHARGE_ID.test(id))
    throw new WrongRequest('unknown_charge', `'${id.slice(0, 100)}' is not a charge id.`);
  const charge = await explainOneCharge(operator, id, reason);
  return page(
    `Charge ${id}`,
    <SheetView sheet={chargeSheet(charge)}>
      <ChargeActLinks
        user={user}
        chargeScope={{ job: charge.job_id, row: charge.row, block: charge.late_block }}
      />
    </SheetView>,
  );
});
