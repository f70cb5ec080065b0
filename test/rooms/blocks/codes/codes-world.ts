/**
 * A deployment of the test's own, from files in their publishers' form to served envelopes: import, editions, matching,
 * facts, blocks, live steps.
 */
import type { SubmittedRow } from '../../../../packages/contract/src/row.js';
import { truncateSync } from 'node:fs';
import type { BlockCatalogue } from '../../../../packages/enrichment/src/blocks/index.js';
import { importCohorts } from '../../../../packages/enrichment/src/sources/cohorts/cohorts-importer.js';
import type { EnrichedRow } from '../../../../packages/enrichment/src/pipeline/enricher.js';
import type { RegisterEnricher } from '../../../../packages/enrichment/src/pipeline/register-enricher.js';
import type { KeptReadings } from '../../../../packages/enrichment/src/live/readings/kept-readings.js';
import {
  SharedReadings,
  type Fetchers,
} from '../../../../packages/enrichment/src/live/readings/shared-readings.js';
import type { BlockKey } from '../../../../packages/contract/src/block-key.js';
import type { RequestedOptions } from '../../../../packages/contract/src/options.js';
import {
  activeEdition,
  editionPath,
} from '../../../../packages/enrichment/src/sources/kit/editions/edition.js';
import { importRegister } from '../../../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { sourceNamed, type SourceName } from '../../../../packages/enrichment/src/sources/index.js';
import { aJobOf, EnrichmentWorld, served } from '../../../support/worlds/enrichment-world.js';

/** Files of one import. */
export interface Loaded {
  readonly source: SourceName;
  /** Contents by the name that each is published under. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly part?: true;
  readonly update?: true;
  readonly asOf?: string;
}

export interface WorldData {
  readonly loaded: readonly Loaded[];
  /** Cohorts are made of what is loaded. */
  readonly cohorts?: true;
  /** Sources whose edition in force is cut short once it was imported. */
  readonly damaged?: readonly SourceName[];
  /** What can be read live. */
  readonly fetchers?: Fetchers;
  /** What earlier requests left. */
  readonly kept?: KeptReadings;
  /** In place of the product's own. */
  readonly blocks?: BlockCatalogue;
}

/** A request for one block of one row. */
export interface Asked {
  readonly row: SubmittedRow;
  readonly options?: RequestedOptions;
  /** Default: a resolve. */
  readonly operation?: 'resolve' | 'enrich_job';
  readonly jobRows?: number;
  /** Rows before it in its job. */
  readonly before?: readonly SubmittedRow[];
  readonly notEnabled?: true;
}

/** An envelope as a client reads it. */
export interface Envelope {
  readonly status: string;
  readonly reason?: string;
  readonly value?: unknown;
  readonly detail?: { readonly advisories?: readonly string[] };
}

export interface ShownEnvelope {
  readonly company_number: string;
  readonly company_name: string;
  readonly envelope: Envelope;
}

/** When the work on the row began: what is fetched from then on was checked live. */
const SINCE = '2024-07-01T08:00:00.000Z';
/** The first bytes of a file tell what it is; what lies behind them is gone. */
const LEFT_OF_DAMAGED = 5_000;

export class CodesWorld {
  private constructor(
    private readonly world: EnrichmentWorld,
    private readonly by: RegisterEnricher,
  ) {}

  static async of({
    loaded,
    cohorts,
    damaged = [],
    fetchers = {},
    ...served
  }: WorldData): Promise<CodesWorld> {
    const world = new EnrichmentWorld();
    const { dataDir } = world.register;
    for (const one of loaded) await load(world, one);
    if (cohorts === true) await importCohorts(dataDir);
    for (const name of damaged)
      truncateSync(editionPath(dataDir, name, activeEdition(dataDir, name) ?? ''), LEFT_OF_DAMAGED);
    const { kept, blocks } = served;
    const readings = new SharedReadings(fetchers, kept === undefined ? {} : { kept });
    return new CodesWorld(world, world.enricher({ readings, ...(blocks !== undefined && { blocks }) }));
  }

  /** The row as it is served before any live step. */
  async row(asked: Asked, blocks: readonly BlockKey[]): Promise<EnrichedRow | undefined> {
    const { row, before = [], options = {}, operation = 'resolve', notEnabled, ...rest } = asked;
    const not_enabled = notEnabled === true ? blocks : [];
    const rows = await this.world.enrich(
      [...before, row],
      { blocks, not_enabled, options, operation, ...rest },
      this.by,
    );
    return rows.at(-1);
  }

  /** The blocks' envelopes, each after its live step where it has one. @throws where the row names no company */
  async envelopes(
    asked: Asked,
    keys: readonly BlockKey[],
  ): Promise<readonly (readonly [BlockKey, Envelope])[]> {
    const { blocks, company_number } = matchedOf(await this.row(asked, keys));
    return Promise.all(
      keys.map(async (key) => {
        const envelope = blocks[key];
        if (envelope === undefined) throw new Error(`${key} is not in the row`);
        const final =
          envelope.status === 'pending'
            ? await this.live(asked, { block: key, keys, company_number })
            : envelope;
        return [key, final] as const;
      }),
    );
  }

  /** One block of a company, with the company's name. */
  async example(asked: Asked, block: BlockKey): Promise<ShownEnvelope> {
    const { company_number, company_name } = matchedOf(await this.row(asked, [block]));
    const envelope = await this.envelope(asked, block);
    return { company_number, company_name, envelope };
  }

  /** The envelope of one. */
  async envelope(asked: Asked, block: BlockKey): Promise<Envelope> {
    const [[, envelope] = [block, { status: 'none' }]] = await this.envelopes(asked, [block]);
    return envelope;
  }

  remove(): void {
    this.world.remove();
  }

  private async live(
    asked: Asked,
    {
      block,
      keys,
      company_number,
    }: { readonly block: BlockKey; readonly keys: readonly BlockKey[]; readonly company_number: string },
  ): Promise<Envelope> {
    const { options = {}, operation = 'resolve', jobRows = 1, before = [], row } = asked;
    const { envelope } = await this.by.check(
      {
        job_id: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' as never,
        row: before.length,
        asked: row,
        block,
        company_number,
        job: { ...aJobOf([...keys], options, operation), rows: jobRows },
        editions: await this.by.currentEditions([...keys]),
        since: SINCE,
        terms: { priority: operation === 'resolve' ? 'resolve' : 'job', keep: true },
      },
      new AbortController().signal,
    );
    return JSON.parse(JSON.stringify(envelope)) as Envelope;
  }
}

/** @throws where the row names no company */
function matchedOf(found: EnrichedRow | undefined) {
  if (found?.status !== 'delivered') throw new Error(`no company: ${found?.reason ?? 'no row'}`);
  const { matched, blocks } = served(found) as {
    matched: { company_number: string; company_name: string };
    blocks: Record<string, Envelope>;
  };
  return { ...matched, blocks };
}

async function load(world: EnrichmentWorld, { source, files, ...more }: Loaded): Promise<void> {
  const paths = Object.entries(files).map(([name, content]) => world.register.write(name, content));
  const { dataDir } = world.register;
  const imported = await importRegister({ source: sourceNamed(source), files: paths, dataDir, ...more });
  if (imported.outcome !== 'imported' || imported.rejected > 0)
    throw new Error(`${source}: ${JSON.stringify(imported)}`);
}
