/** The sheet of `billing explain --charge`: one charge with its row, request, prices and events. */
import { cell, sheetTable, type SheetColumns, type Sheet } from '../../../packages/words/src/sheet/sheet.js';
import type { ChargeExplanation } from '../explain/explain-charge.js';
import { owedFacts, chargeAdjustmentsPart, eventsPart } from './shared-parts.js';
import { listText } from '../../streams/account/price-terms.js';

export const chargeSheet = ({
  story,
  request,
  key,
  prices,
  rule,
  adjustments,
  ...charge
}: ChargeExplanation): Sheet => ({
  title: ['Charge ', cell.code(charge.charge_id)],
  facts: {
    account: cell.account(charge.account_id),
    key:
      key === null
        ? cell.key(story.key_id)
        : [cell.key(key.key_id), ' ', cell.client(key.name), ` (${key.environment})`],
    request: cell.request(story.request_id),
    call:
      request === null
        ? 'no longer in the request log (30 days)'
        : [cell.code(`${request.method} ${request.path}`), ` answered ${request.status}`],
    row: [cell.row(charge.job_id, charge.row), ' of ', cell.job(charge.job_id)],
    ref: cell.client(story.ref),
    charged: cell.time(charge.time),
    'late block': charge.late_block,
    ...owedFacts(charge),
  },
  parts: [
    { title: 'Blocks at their price', table: sheetTable(prices, PRICE_COLUMNS) },
    { title: `Rule ${rule.version}`, sentences: [rule.text] },
    { title: 'What it stands on', sentences: story.story.map((sentence) => cell.client(sentence)) },
    chargeAdjustmentsPart(adjustments),
    eventsPart(story.events),
  ],
});

const PRICE_COLUMNS: SheetColumns<ChargeExplanation['prices'][number]> = {
  block: ({ block }) => block,
  units: ({ units }) => units,
  'a unit': cell.price,
  'in force from': ({ from }) => from,
  agreed: ({ agreed_at, list }) =>
    list === undefined ? cell.time(agreed_at) : [cell.time(agreed_at), `, ${listText(list)}`],
  amount: ({ amount, currency }) => cell.money(amount, currency),
};
