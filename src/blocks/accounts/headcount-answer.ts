/** The filed headcount as both blocks of it serve it. */
import type { ReadAccounts } from '../../filed-accounts/accounts-record.js';
import { periodOf } from './financial-periods.js';

/** Null: none is stated, or what is can't be a number of people. */
export function headcountValue(
  { employees: { now, before }, document }: ReadAccounts,
  read_by: 'ixbrl' | 'pdf_text' | 'ocr',
) {
  if (now === null || now.employees === null) return null;
  const earlier = before?.employees ?? null;
  return {
    headcount: now.employees,
    basis: 'average_over_period' as const,
    scope: now.scope,
    period: periodOf(now),
    prior: earlier === null || before === null ? null : { headcount: earlier, period: periodOf(before) },
    document: { made_up_to: document.made_up_to, document_id: document.id, read_by },
  };
}
