/** Amounts and prices as people read them. */

/** Amounts are exact: only zeros are added, up to the pence. */
export function money(amount: string | null | undefined, currency: string | null | undefined): string {
  if (amount === null || amount === undefined) return 'no price agreed';
  const [whole = '', part = ''] = amount.split('.');
  return `${whole}.${part.padEnd(2, '0')} ${currency ?? ''}`.trim();
}

/** What a unit costs, as it was agreed. */
export const unitPrice = (of: { readonly price: string | null; readonly currency: string | null }): string =>
  of.price === null ? 'no price agreed' : `${of.price} ${of.currency ?? ''}`;
