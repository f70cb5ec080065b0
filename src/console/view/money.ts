/** Amounts and prices as people read them. */
import { money as pence } from '../../shared/text/words.js';

export function money(amount: string | null | undefined, currency: string | null | undefined): string {
  if (amount === null || amount === undefined) return 'no price agreed';
  return `${pence(amount)} ${currency ?? ''}`.trim();
}

/** What a unit costs, as it was agreed. */
export const unitPrice = (of: { readonly price: string | null; readonly currency: string | null }): string =>
  of.price === null ? 'no price agreed' : `${of.price} ${of.currency ?? ''}`;
