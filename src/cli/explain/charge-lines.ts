/** `billing explain --charge` for a person: what one charge stands on. */
import type { ExplainedSingleCharge } from '../../investigate/explain/explain-charge.js';
import { renderEvents } from '../../investigate/render/events.js';
import { moment } from '../../shared/text/words.js';
import { amountIn, facts, table, toned, type Columns, type Line } from '../output.js';

const heading = toned('heading');

export function chargeLines(charge: ExplainedSingleCharge): readonly Line[] {
  const { story, prices, adjustments, rule } = charge;
  return [
    heading(`Charge ${charge.charge_id}`),
    '',
    ...facts(whatItIs(charge)),
    '',
    heading('Blocks'),
    ...table(prices, PRICES),
    '',
    heading('What it stands on'),
    ...story.story,
    '',
    heading(`Rule ${rule.version}`),
    rule.text,
    ...(adjustments.length === 0 ? [] : ['', heading('Adjustments'), ...table(adjustments, ADJUSTED)]),
    ...renderEvents(story.events),
  ];
}

function whatItIs({ story, request, key, ...charge }: ExplainedSingleCharge): Record<string, string | null> {
  const { account_id, job_id, row, late_block, time, units, amount, currency } = charge;
  const call = request === null ? '' : `, ${request.method} ${request.path} -> ${request.status}`;
  return {
    account: String(account_id),
    key: key === null ? story.key_id : `${key.key_id} "${key.name}" (${key.environment})`,
    request: `${story.request_id}${call}`,
    row: `${row} of ${job_id}`,
    ref: story.ref,
    charged: `${moment(time)}${late_block === null ? '' : `, ${late_block} came late`}`,
    units: String(units),
    amount: amount === null ? 'no price agreed' : amountIn(currency, amount),
  };
}

const PRICES: Columns<ExplainedSingleCharge['prices'][number]> = {
  block: ({ block }) => block,
  units: ({ units }) => units,
  price: ({ price, currency }) => (price === null ? 'no price agreed' : `${price} ${currency}`),
  'in force from': ({ from }) => from ?? '-',
  agreed: ({ agreed_at }) => (agreed_at === null ? '-' : moment(agreed_at)),
  amount: ({ amount, currency }) => amountIn(currency, amount),
};
const ADJUSTED: Columns<ExplainedSingleCharge['adjustments'][number]> = {
  adjustment: ({ adjustment_id }) => adjustment_id,
  made: ({ time }) => moment(time),
  blocks: ({ blocks }) => blocks.join(', '),
  reason: ({ reason }) => reason,
  note: ({ note }) => note,
  'reversed by': ({ reversed_by }) => reversed_by ?? '-',
};
