/** Resolves as tests ask for them. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import type { EnrichRequest, ResolveOutcome } from '../../../src/jobs/commands.js';
import { ResolveCompany } from '../../../src/jobs/commands.js';
import type { RetainedJobs } from '../../../src/jobs/retention/retained-jobs.js';
import type { Process } from './job-world.js';
import { aRequest, anIdentity } from './job-world.js';
import { WriteSide, type Answers } from './write-side.js';

/** From when on a worker may take over a resolve that was left behind, on the world's clock. */
export const INLINE_MS = 35_001;
/** The same with `defer_live`. */
export const DEFERRED_MS = 2_001;

export const TESCO: SubmittedRow = { ref: 'my ref', company_number: '00445790' };

export const askingFor = (row: SubmittedRow = TESCO, changes: Partial<EnrichRequest> = {}): EnrichRequest =>
  aRequest([row], changes);

export interface Ask {
  readonly request?: EnrichRequest;
  readonly key?: string | null;
  readonly deferLive?: boolean;
  readonly store?: boolean;
  readonly enricher?: Answers;
  readonly retained?: Pick<RetainedJobs, 'newestBefore'>;
}

export function resolveIn(process: Process, ask: Ask = {}): Promise<ResolveOutcome> {
  const { request = askingFor(), key = null, deferLive = false, store = true } = ask;
  return new WriteSide(process.ports, ask.enricher, ask.retained).execute(
    new ResolveCompany(anIdentity(request, key), request, { deferLive, store }),
  );
}

export type Resolved = Extract<ResolveOutcome, { outcome: 'resolved' | 'replayed' }>;

/** The answer of a resolve that was neither refused nor gone. */
export function resolved(outcome: ResolveOutcome): Resolved {
  if (outcome.outcome !== 'resolved' && outcome.outcome !== 'replayed') throw new Error(outcome.outcome);
  return outcome;
}

export interface ServedRow {
  readonly ref: string;
  readonly status: string;
  readonly blocks: Readonly<Record<string, { readonly status: string }>>;
}

/** The row as it was served. */
export function bodyOf({ row }: Resolved): ServedRow {
  if (row.status !== 'delivered') throw new Error(row.reason);
  return JSON.parse(Buffer.from(row.json).toString()) as ServedRow;
}

export const countOf = (types: readonly string[], type: string): number =>
  types.filter((one) => one === type).length;
