/** The sheet of `investigate row`: the request, the match, each block with its charge, and the events. */
import {
  cell,
  joinedCells,
  sheetTable,
  type Cell,
  type SheetColumns,
  type Sheet,
  type SheetSentence,
} from '../../../packages/words/src/sheet/sheet.js';
import { countText } from '../../../packages/words/src/text/formats.js';
import { billSentences, type RowBill } from '../row-bill.js';
import type { BlockHistory, RowHistory } from '../row-history.js';
import { billedSentence } from '../row-sentences.js';
import { owedFacts, chargeAdjustmentsPart, eventsPart } from './shared-parts.js';

export const rowSheet = (row: RowHistory & { readonly bill: RowBill }): Sheet => ({
  title: [`Row ${row.row} of `, cell.job(row.job_id)],
  sentences: sentencesOf(row),
  facts: {
    ref: cell.client(row.ref),
    account: cell.account(row.account_id),
    key: cell.key(row.key_id),
    request: cell.request(row.request_id),
    company: cell.company(row.company_number),
    charged: chargesOf(row),
    ...(row.units === 0 ? {} : owedFacts(row.bill)),
    'without a price': row.bill.amount === null ? null : row.bill.unpriced.join(', ') || null,
  },
  parts: [
    {
      title: 'Asked',
      facts: Object.fromEntries(
        Object.entries(row.asked ?? {}).map(([name, value]) => [
          name.replaceAll('_', ' '),
          cell.client(String(value)),
        ]),
      ),
    },
    { title: 'Blocks', table: sheetTable(servedBlocks(row), blockColumns(row.bill), { none: NO_BLOCK }) },
    ...(row.bill.adjustments.length === 0 ? [] : [chargeAdjustmentsPart(row.bill.adjustments)]),
    eventsPart(row.events),
  ],
});

/** Puts the sentences on adjustments first: the amount owed now, then adjustments, then the charge. */
function sentencesOf({ story, bill }: RowHistory & { readonly bill: RowBill }): readonly SheetSentence[] {
  const adjustmentSentences = bill.adjustments.length === 0 ? [] : billSentences(bill).reverse();
  return [
    ...adjustmentSentences.map((sentence) => ({ tone: 'good' as const, says: cell.client(sentence) })),
    ...story
      .filter((sentence) => !adjustmentSentences.includes(sentence))
      .map((sentence) => cell.client(sentence)),
  ];
}

function chargesOf({ events, units, job_id }: RowHistory): Cell {
  const charges = events.filter(({ type }) => type === 'RowCharged' || type === 'BlockCharged');
  if (charges.length === 0) return 'nothing';
  return [
    cell.bill({ job: job_id }, countText(units, 'unit')),
    ': ',
    joinedCells(charges.map(({ id }) => cell.charge(id))),
  ];
}

const NO_BLOCK = 'No block was delivered with it.';

/** The envelope of a block as it was served with the row. */
export interface ServedEnvelope {
  readonly status?: string;
  readonly reason?: string;
  readonly source?: string;
  readonly as_of?: string;
  readonly value?: unknown;
}

interface ServedBlock {
  readonly block: string;
  readonly history: BlockHistory;
  readonly envelope: ServedEnvelope;
  readonly billing: string;
}

export function servedBlocks(row: RowHistory): readonly ServedBlock[] {
  const envelopes =
    (row.delivered as { readonly blocks?: Readonly<Record<string, ServedEnvelope>> } | null)?.blocks ?? {};
  return Object.entries(row.blocks).map(([block, history]) => ({
    ...{ block, history, envelope: envelopes[block] ?? {} },
    billing: billedSentence(block, row),
  }));
}

const blockColumns = ({ adjustments }: RowBill): SheetColumns<ServedBlock> => ({
  block: ({ block, envelope }) => (envelope.value === undefined ? block : cell.below(block)),
  status: ({ history: { status, reason } }) => [
    cell.badge(status, status === 'available' ? 'good' : 'plain'),
    reason === null ? '' : ` ${reason}`,
  ],
  source: ({ envelope }) => envelope.source ?? '',
  'as of': ({ envelope }) => envelope.as_of ?? '',
  units: ({ history }) => history.units,
  why: ({ block, billing }) => {
    const standingAdjustments = adjustments.filter(
      ({ blocks, reversed_by }) => reversed_by === null && blocks.some((adjusted) => adjusted === block),
    );
    return standingAdjustments.length === 0
      ? billing
      : [billing, ...standingAdjustments.flatMap(adjustmentCells)];
  },
});

const adjustmentCells = ({ price, adjustment_id }: RowBill['adjustments'][number]): Cell[] => [
  price === null ? ' Taken back by ' : ` Price corrected to ${price} by `,
  cell.adjustment(adjustment_id),
  '.',
];
