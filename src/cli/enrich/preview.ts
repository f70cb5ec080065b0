/** Estimates a list's cost for a customer, from the list, the key and the catalogue. Sends no row. */
import type { CompanyData } from '../../../packages/client/src/index.js';
import { countNamedRows, type NamedRows } from '../../billing/estimate/named-rows.js';
import { estimateCost, type BlockOutlook, type CostEstimate } from '../../billing/estimate/estimate.js';
import { expectedMatches } from '../../billing/estimate/expected-count.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { Output } from '../output.js';
import { SendAttempt } from './send-attempt.js';
import type { ListFile } from './list-source.js';
import { checkList, findSameCompanies } from './read-list.js';

export interface PreviewedList extends ListFile {
  readonly blocks: readonly BlockKey[];
  /** Rows that name the same company are sent once. */
  readonly dedupe: boolean;
}

export interface Preview extends CostEstimate, NamedRows {
  readonly file: string;
  /** The share of past rows with a company name that were matched, 0..1; null where too few are known. */
  readonly matched_share: number | null;
}

/** The catalogue fields that a preview uses (Contract 6.1). Older services lack the optional fields. */
interface Catalogue {
  readonly blocks: readonly {
    readonly key: string;
    readonly availability: string;
    readonly coverage_share?: number | null;
    readonly unit_price?: string;
    readonly currency?: string;
  }[];
  readonly matched_share?: number | null;
}

/** Estimates the list. @throws WrongRequest for an unreadable list, or a block that the service lacks */
export async function previewList(client: CompanyData, list: PreviewedList, out: Output): Promise<Preview> {
  const { rowCount, columnsSentence, warnings } = await checkList(list);
  for (const sentence of [...warnings, columnsSentence]) out.message(sentence);
  const { firstRowByRow } = list.dedupe
    ? await findSameCompanies(list)
    : { firstRowByRow: new Map<number, number>() };
  const attempt = new SendAttempt('', list, (row) => !firstRowByRow.has(row));
  const counts = await countNamedRows(attempt.rows());
  const { scopes } = await client.whoami({ overnight: true });
  if (!scopes.includes('enrich')) out.message('This key lacks the scope enrich, so it can not send a list.');
  const { outlooks, currency, matched_share } = await readOutlooks(client, list.blocks);
  const figures = estimateCost({
    rows: rowCount - firstRowByRow.size,
    matched: expectedMatches(counts.asked_by, matched_share),
    blocks: outlooks,
    currency,
  });
  return { file: list.file, ...counts, matched_share, ...figures };
}

/** Reads coverage and prices of these blocks from the service's catalogue. */
export async function readOutlooks(client: CompanyData, blocks: readonly BlockKey[]) {
  const catalogue: Catalogue = await client.blocks({ overnight: true });
  return {
    outlooks: blocks.map((block) => outlookOf(catalogue, block)),
    currency: catalogue.blocks.find(({ currency }) => currency !== undefined)?.currency ?? null,
    matched_share: catalogue.matched_share ?? null,
  };
}

function outlookOf({ blocks }: Catalogue, block: BlockKey): BlockOutlook {
  const entry = blocks.find(({ key }) => key === block);
  if (entry === undefined) throw new WrongRequest('unknown_block', `The service has no block ${block}.`);
  const { availability, coverage_share = null, unit_price = null } = entry;
  return { block, enabled: availability === 'available', coverage_share, unit_price };
}
