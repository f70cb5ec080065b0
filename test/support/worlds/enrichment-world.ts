/** An enricher over a register of the test's own. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import type { EnricherSetup } from '../../../packages/enrichment/src/pipeline/enricher-setup.js';
import { RegisterEnricher } from '../../../packages/enrichment/src/pipeline/register-enricher.js';
import type { EnrichedRow, EnrichmentJob } from '../../../packages/enrichment/src/pipeline/enricher.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { grantOptions, type RequestedOptions } from '../../../packages/contract/src/options.js';
import { csvFile, type RowOverrides } from '../basic-company-data.js';
import { RegisterWorld } from './register-world.js';

/** The blocks that the companies edition fills, not in the specification's order. */
export const FOUR: readonly BlockKey[] = [
  'industry',
  'company_identity',
  'registered_address',
  'filing_status',
];

/** A job of one row that asks for these blocks. */
export const aJobOf = (
  blocks: readonly BlockKey[],
  options: RequestedOptions = {},
  operation: EnrichmentJob['operation'] = 'enrich_job',
): EnrichmentJob => ({
  operation,
  blocks,
  not_enabled: [],
  options: grantOptions(options, operation),
  rows: 1,
});

export interface Asking {
  readonly blocks?: readonly BlockKey[];
  readonly not_enabled?: readonly BlockKey[];
  readonly nested_not_enabled?: readonly BlockKey[];
  readonly min_confidence?: number;
  readonly options?: RequestedOptions;
  readonly operation?: EnrichmentJob['operation'];
  readonly jobRows?: number;
  readonly from?: number;
}

export class EnrichmentWorld {
  readonly register = new RegisterWorld();
  /** What the enrichers told of. */
  readonly faults: unknown[] = [];
  private readonly open: RegisterEnricher[] = [];

  async load(...files: readonly string[]): Promise<void> {
    const imported = await this.register.import(files);
    if (imported.outcome === 'refused') throw new Error(imported.detail);
  }

  async loadRows(rows: readonly RowOverrides[]): Promise<void> {
    await this.load(this.register.write('BasicCompanyData-2024-07-01.csv', csvFile(rows)));
  }

  enricher(setup: Partial<EnricherSetup> = {}): RegisterEnricher {
    const made = new RegisterEnricher({
      dataDir: this.register.dataDir,
      today: () => '2020-06-15',
      onFault: (_where, error) => this.faults.push(error),
      ...setup,
    });
    this.open.push(made);
    return made;
  }

  async enrich(
    rows: readonly SubmittedRow[],
    asking: Asking = {},
    by = this.enricher(),
  ): Promise<readonly EnrichedRow[]> {
    const { blocks = FOUR, not_enabled = [], min_confidence = 0.5, options, operation } = asking;
    return by.enrich({
      job: {
        ...aJobOf(blocks, { min_confidence, ...options }, operation),
        not_enabled,
        nested_not_enabled: asking.nested_not_enabled,
        rows: asking.jobRows ?? rows.length,
      },
      editions: await by.currentEditions(blocks),
      from: asking.from ?? 0,
      rows,
    });
  }

  remove(): void {
    for (const enricher of this.open) enricher.close();
    this.register.remove();
  }
}

/** The row as a client reads it. */
export const served = (row: EnrichedRow | undefined): unknown =>
  JSON.parse(Buffer.from(row?.json ?? []).toString('utf8'));

/** Its entry of the errors page as a client reads it. */
export const errorEntry = (row: EnrichedRow | undefined): unknown =>
  row?.status === 'failed' ? JSON.parse(Buffer.from(row.error).toString('utf8')) : null;
