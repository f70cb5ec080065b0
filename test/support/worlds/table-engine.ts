/**
 * An engine that answers rows from a table of companies: no register, no matching, no live source. It knows enrichment
 * by its door alone, so that what passes over it shows that the door is the whole of what the ledger needs.
 */
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { BlockOutcome, SubmittedRow } from '../../../packages/contract/src/row.js';
import {
  identifierOf,
  RowBodies,
  type Editions,
  type EnrichedRow,
  type Enricher,
  type LiveAnswer,
  type LiveChecker,
} from '../../../packages/enrichment/src/index.js';

export interface TableCompany {
  readonly number: string;
  readonly name: string;
  /** Its blocks as they are served, all available; a block that it lacks is not found. */
  readonly blocks: Readonly<Partial<Record<BlockKey, object>>>;
}

const EDITIONS: Editions = { table: 'the-only-one' };
/** Names are compared as letters and digits. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

export class TableEngine implements Enricher, LiveChecker {
  constructor(private readonly companies: readonly TableCompany[]) {}

  async currentEditions(): Promise<Editions> {
    return EDITIONS;
  }

  async holds(editions: Editions): Promise<boolean> {
    return editions['table'] === EDITIONS['table'];
  }

  async enrich({ job, from, rows }: Parameters<Enricher['enrich']>[0]): Promise<readonly EnrichedRow[]> {
    return rows.map((asked, at) => this.answer(job.blocks, job.not_enabled, from + at, asked));
  }

  /** No block of the table is ever pending. */
  async check(): Promise<LiveAnswer> {
    throw new Error('a table has nothing to check live');
  }

  async overdue(): Promise<LiveAnswer> {
    throw new Error('a table has nothing to check live');
  }

  private answer(
    keys: readonly BlockKey[],
    notEnabled: readonly BlockKey[],
    row: number,
    asked: SubmittedRow,
  ): EnrichedRow {
    const identifier = identifierOf(asked);
    if (!('kind' in identifier)) return RowBodies.failedRow(row, asked, identifier.reason);
    if (identifier.kind === 'domain') return RowBodies.failedRow(row, asked, 'not_matched');
    const company = this.companies.find(({ number, name }) =>
      identifier.kind === 'company_number'
        ? number === identifier.number
        : folded(name) === folded(identifier.asked),
    );
    if (company === undefined) {
      const unheld = identifier.kind === 'company_number' ? identifier.unheld : undefined;
      return RowBodies.failedRow(row, asked, unheld?.reason ?? 'not_matched');
    }
    const blocks = Object.fromEntries(keys.map((key) => [key, envelopeOf(company, key, notEnabled)]));
    const matched = {
      company_number: company.number,
      company_name: company.name,
      matched_on: identifier.kind,
      match_confidence: 1,
    };
    return {
      status: 'delivered',
      company_number: company.number,
      company_name: company.name,
      matched_on: identifier.kind,
      match_confidence: 1,
      blocks: Object.fromEntries(keys.map((key) => [key, outcomeOf(company, key, notEnabled)])),
      json: Buffer.from(JSON.stringify({ ref: asked.ref ?? '', status: 'done', blocks, matched })),
    };
  }
}

function outcomeOf(company: TableCompany, key: BlockKey, notEnabled: readonly BlockKey[]): BlockOutcome {
  if (notEnabled.includes(key)) return { status: 'not_enabled', reason: 'no_entitlement' };
  return company.blocks[key] === undefined
    ? { status: 'not_found', reason: 'no_sic_on_file' }
    : { status: 'available' };
}

function envelopeOf(company: TableCompany, key: BlockKey, notEnabled: readonly BlockKey[]): object {
  const outcome = outcomeOf(company, key, notEnabled);
  return outcome.status === 'available' ? (company.blocks[key] ?? outcome) : outcome;
}
