/** Where a form of the console led that was sent: sent again, it leads there and does nothing. */
import { SignInRecords, type Session } from './sign-in-records.js';
import type { Operator } from '../operator.js';

const recordsOf = ({ stores }: Operator): SignInRecords => new SignInRecords(stores.coordination);

/** Null: it was not carried out, or what it did was not kept any more before its process ended. */
export const formLedTo = (operator: Operator, { id }: Session, form: string): Promise<string | null> =>
  recordsOf(operator).formLedTo(id, form);

export const keepWhereFormLed = (
  operator: Operator,
  { session, form, to }: { readonly session: Session; readonly form: string; readonly to: string },
): Promise<void> => recordsOf(operator).keepWhereFormLed(session.id, form, to);
