/** The page that explains a charge: its row, request and key, the day's prices, the rule, its adjustments. */
import { chargeSheet } from '../../investigate/sheets/charge.sheet.js';
import { explainOneCharge } from '../../operator/billing/explain-bill.js';
import { WrongRequest } from '../../operator/refusal.js';
import { ALL_ROLES, get, page } from '../console-page.js';
import { SheetView } from '../view/sheet.js';

const CHARGE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const chargePage = get('/charges/:charge', ALL_ROLES, async ({ operator, params, reason }) => {
  const id = params['charge'] ?? '';
  if (!CHARGE.test(id)) throw new WrongRequest('unknown_charge', `'${id.slice(0, 100)}' is not a charge id.`);
  const charge = await explainOneCharge(operator, id, reason);
  return page(`Charge ${id}`, <SheetView sheet={chargeSheet(charge)} />);
});
