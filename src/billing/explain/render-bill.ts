/** `billing explain` as text: what the figure is made of, by block and by job, and the first charges. */
import { columns, counted, section, thousands } from '../../investigate/words.js';
import type { ExplainedBill, ExplainedCharge } from './explain-billing.js';

const MOST_SHOWN = 20;

export function renderBill(bill: ExplainedBill): readonly string[] {
  const { account_id, day, block, units, rows, charges } = bill;
  const what = block === null ? counted(units, 'unit') : `${counted(units, 'unit')} of ${block}`;
  return [
    `Account ${account_id}, ${day} (UTC): ${what} in ${counted(rows, 'row')}, from ${counted(charges.length, 'charge')}`,
    ...section(
      'By block',
      columns(Object.entries(bill.blocks).map(([key, count]) => [key, thousands(count)])),
    ),
    ...section('By job', columns(jobLines(charges))),
    ...section('Charges', chargeLines(charges)),
  ];
}

function jobLines(charges: readonly ExplainedCharge[]): string[][] {
  const jobs = new Map<string, { units: number; charges: number }>();
  for (const { job_id, units } of charges) {
    const job = jobs.get(job_id) ?? { units: 0, charges: 0 };
    jobs.set(job_id, { units: job.units + units, charges: job.charges + 1 });
  }
  return [...jobs].map(([job, sums]) => [job, counted(sums.units, 'unit'), counted(sums.charges, 'charge')]);
}

function chargeLines(charges: readonly ExplainedCharge[]): string[] {
  const shown = columns(
    charges
      .slice(0, MOST_SHOWN)
      .map(({ time, job_id, row, units, blocks, late, charge_id }) => [
        `${time.slice(11, 19)}`,
        job_id,
        `row ${row}`,
        counted(units, 'unit'),
        `${Object.keys(blocks).join(', ')}${late ? ' (late)' : ''}`,
        charge_id,
      ]),
  );
  const left = charges.length - MOST_SHOWN;
  return left > 0 ? [...shown, `... ${thousands(left)} more (all of them with --json)`] : shown;
}
