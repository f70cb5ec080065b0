/** What a figure stands on: from a month to its days, from a day to its jobs, from a job to its charges. */
import { billSheet } from '../../investigate/sheets/bill.sheet.js';
import { explainBill } from '../../operator/billing/explain-bill.js';
import { billFigure, type BillSubject } from '../../operator/billing/bill-figure.js';
import { figureSheet } from '../../operator/billing/figure.sheet.js';
import { recordAudit } from '../../operator/support/audit-records.js';
import { EVERYBODY, get, page, type Shown, type Visit } from '../page.js';
import { paths } from '../view/links.js';
import { SheetShown } from '../view/sheet.js';
import { accountId, block, day, daysOfMonth, jobId, keyId } from '../words.js';

const MOST_CHARGES = 100;
const MOST_JOBS = 100;

export const explainPage = get('/explain', EVERYBODY, async (visit) => {
  const large = await largeFigure(visit);
  if (large !== null) return large;
  const wish = {
    subject: whatOf(visit),
    block: block(visit.query['block']),
    most: MOST_CHARGES,
    reason: visit.reason,
  };
  const bill = await explainBill(visit.operator, wish);
  return page('What a figure stands on', <SheetShown of={billSheet(bill, MOST_JOBS)} />);
});

/** Of more delivered rows the charges are read from the log when they are asked for. */
const MOST_AT_ONCE = 5_000;

/** Null where the charges of the figure can be read at once, or were asked for. */
async function largeFigure(visit: Visit): Promise<Shown | null> {
  const { operator, query, reason } = visit;
  const of = whatOf(visit);
  if (query['count'] === 'yes' || query['block'] !== undefined) return null;
  if ('job' in of && of.range !== null) return null;
  const figure = await billFigure(operator, of);
  if (figure.rows <= MOST_AT_ONCE) return null;
  await recordAudit(operator, { ...figure.look, reason });
  const part = { job: 'job' in of ? of.job : null, key: 'key' in of ? of.key : null };
  const count = paths.bill({ ...query, count: 'yes' });
  return page(
    'What a figure stands on',
    <SheetShown of={figureSheet(figure, part)}>
      <p>
        It stands on many charges: a day or a job narrows it down, or{' '}
        <a href={count}>all of its charges are read from the log</a>, which may take some seconds.
      </p>
    </SheetShown>,
  );
}

function whatOf({ query }: Visit): BillSubject {
  const { account, job, key, day: one, month } = query;
  const range =
    one !== undefined ? { from: day(one), to: day(one) } : month === undefined ? null : daysOfMonth(month);
  if (job !== undefined) return { job: jobId(job), range };
  if (key !== undefined) return { key: keyId(key), range };
  return { account: accountId(account), range: range ?? daysOfMonth(new Date().toISOString().slice(0, 7)) };
}
