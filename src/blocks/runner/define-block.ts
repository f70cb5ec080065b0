/**
 * What a block is: one file, one definition. The compiler refuses a fact, a reason, an advisory or a value that the
 * definition does not declare (but for a field too many, which the block's spec refuses: `test/support/run-block.ts`).
 * Time limits, entitlement, failures and metering are the runner's business, not a block's.
 */
import type { z } from 'zod';
import type { BlockKey, CORE_BLOCKS, Tier } from '../../shared/block-key.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { BlockSource } from './envelope.js';
import type { FactName, Facts } from './facts.js';

/** The slowest path of the block; a row that needs no live step answers at once. */
export const LATENCY_CLASSES = ['instant', 'register_live', 'site_live', 'document'] as const;
export type LatencyClass = (typeof LATENCY_CLASSES)[number];

/** Any block may answer these (Blocks 1.12); they are declared nowhere. */
export type CommonReason = 'not_available_yet' | 'source_unavailable' | 'error';

interface Provenance {
  readonly source: BlockSource;
  readonly as_of: IsoDate;
}

/** What `derive` answers; the runner makes the envelope of it. */
export type BlockAnswer<V, R extends ReasonCode, A extends ReasonCode> =
  | (Provenance & {
      readonly status: 'available';
      readonly value: V;
      /** 0..1; only where identity or a model is in doubt. */
      readonly confidence?: number;
      /** Left out: not flagged. */
      readonly flagged_for_review?: boolean;
      /** Gravest first. */
      readonly advisories?: readonly A[];
      readonly final_url?: string;
      readonly detail?: Readonly<Record<string, unknown>>;
    })
  | (Partial<Provenance> & {
      readonly status: 'not_found';
      readonly reason: R | CommonReason;
      readonly detail?: Readonly<Record<string, unknown>>;
    })
  /** Only a live check can decide; the block has one. */
  | { readonly status: 'pending' };

/** What a live check is given besides facts. */
export interface LiveContext {
  /** Aborted when the deadline has passed. */
  readonly signal: AbortSignal;
}

export interface BlockSpec<
  K extends BlockKey,
  N extends FactName,
  R extends ReasonCode,
  A extends ReasonCode,
  V,
> {
  readonly key: K;
  readonly tier: K extends (typeof CORE_BLOCKS)[number] ? 'core' : 'premium';
  readonly latency_class: LatencyClass;
  /** One sentence for the catalogue: what the client gets. */
  readonly description: string;
  /** Sources that its value may name. */
  readonly source: readonly BlockSource[];
  /** Which companies can have it. */
  readonly coverage: string;
  /** Off by default, switched on per account. */
  readonly experimental?: true;
  /** Only where it differs from the general rule (Blocks 1.14). */
  readonly billable_when?: string;
  /** The value is computed from other data. */
  readonly derived?: true;
  /** The facts it gets. */
  readonly needs: readonly N[];
  /** Codes with which it may answer `not_found`, beside the common ones. */
  readonly reasons: readonly R[];
  /** Codes that may stand in `detail.advisories` of an available value. */
  readonly advisories: readonly A[];
  /** Codes that may stand in the value's `withheld`. */
  readonly withheld?: readonly ReasonCode[];
  /** The shape of its value, with units. */
  readonly value: z.ZodType<V>;
}

/** Pure: the same facts give the same answer. */
export type Derive<N extends FactName, R extends ReasonCode, A extends ReasonCode, V> = (
  facts: Pick<Facts, N>,
) => BlockAnswer<V, R, A>;

/** Answers what `derive` left pending. */
export type LiveCheck<N extends FactName, R extends ReasonCode, A extends ReasonCode, V> = (
  facts: Pick<Facts, N>,
  context: LiveContext,
) => Promise<BlockAnswer<V, R, A>>;

/** A definition as runner, catalogue and documents see it, whatever its value. */
export interface BlockDefinition {
  readonly key: BlockKey;
  readonly tier: Tier;
  readonly latency_class: LatencyClass;
  readonly description: string;
  readonly source: readonly BlockSource[];
  readonly coverage: string;
  readonly experimental: boolean;
  readonly billable_when: string;
  readonly derived: boolean;
  readonly needs: readonly FactName[];
  readonly reasons: readonly ReasonCode[];
  readonly advisories: readonly ReasonCode[];
  readonly withheld: readonly ReasonCode[];
  readonly value: z.ZodType;
  readonly derive: (facts: Facts) => BlockAnswer<unknown, ReasonCode, ReasonCode>;
  readonly live:
    ((facts: Facts, context: LiveContext) => Promise<BlockAnswer<unknown, ReasonCode, ReasonCode>>) | null;
}

/** Contract 5.1. */
export const BILLABLE_WHEN = 'One unit when the block is `available` in a delivered row.';

/**
 * Checks a definition at compile time and fills in what it leaves to the general rules. In two steps, what is declared
 * and then how it is derived, because only so does the compiler hold every literal of an answer to the declaration.
 */
export function defineBlock<
  const K extends BlockKey,
  const N extends FactName,
  const R extends ReasonCode,
  const A extends ReasonCode,
  V,
>(
  spec: BlockSpec<K, N, R, A, V>,
): (derive: Derive<N, R, A, V>, live?: LiveCheck<N, R, A, V>) => BlockDefinition {
  return (derive, live) => ({
    ...spec,
    experimental: spec.experimental ?? false,
    billable_when: spec.billable_when ?? BILLABLE_WHEN,
    derived: spec.derived ?? false,
    withheld: spec.withheld ?? [],
    derive,
    live: live ?? null,
  });
}

/** For a block whose source this version can't load; it is not billed. */
export const notAvailableYet = (): {
  readonly status: 'not_found';
  readonly reason: 'not_available_yet';
} => ({
  status: 'not_found',
  reason: 'not_available_yet',
});
