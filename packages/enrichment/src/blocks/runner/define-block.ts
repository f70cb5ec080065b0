/**
 * Defines a block: one file, one definition. The compiler refuses a fact, another block, a reading, a reason,
 * an advisory or a value that the definition does not declare (but for a field too many, which the block's
 * spec refuses: `test/support/run-block.ts`). Time limits, entitlement, failures and metering are the
 * runner's business, not a block's.
 */
import type { z } from 'zod';
import type { BlockKey, CORE_BLOCKS, Tier } from '../../../../contract/src/block-key.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { GrantedOptions } from '../../../../contract/src/options.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { ReadingKind, ReadingState } from '../../live/readings/readings.js';
import type { CompanyKind } from '../../sources/companies/company-kinds.js';
import type { MadeVerdict } from '../../sites/verdict/remembered-verdict.js';
import type { BlockSource, Freshness } from './envelope.js';
import type { FactName, Facts, Once, UsableName, WhyMissing } from './facts.js';

/** The slowest path of the block; a row that needs no live step answers at once. */
export const LATENCY_CLASSES = ['instant', 'register_live', 'site_live', 'document'] as const;
export type LatencyClass = (typeof LATENCY_CLASSES)[number];

/** Reasons that any block may answer without declaring them (Blocks 1.12). */
export type CommonReason = 'not_available_yet' | 'source_unavailable' | 'error';

interface Provenance {
  readonly source: BlockSource;
  readonly as_of: IsoDate;
  /** The freshness of the edition that decided. Left out: the runner finds it (`freshnessOf`). */
  readonly freshness?: Freshness;
}

/** The answer of a block about a company. The runner makes its envelope; other blocks get it as it is. */
export type FinalAnswer<
  V = unknown,
  R extends ReasonCode = ReasonCode,
  A extends ReasonCode = ReasonCode,
  U = string,
> =
  | (Provenance & {
      readonly status: 'available';
      readonly value: V;
      /** 0..1; only where identity or a model is in doubt. */
      readonly confidence?: number;
      /** Left out: not flagged. */
      readonly flagged_for_review?: boolean;
      /** Gravest first. */
      readonly advisories?: readonly A[];
      /** Only where the definition declares it. */
      readonly final_url?: U;
      readonly detail?: Readonly<Record<string, unknown>>;
    })
  | (Partial<Provenance> & {
      readonly status: 'not_found';
      readonly reason: R | CommonReason;
      readonly detail?: Readonly<Record<string, unknown>>;
    });

/** An answer that waits for a reading. It can't occur if the block declares no readings. */
interface Pending<W extends ReadingKind> {
  readonly status: [W] extends [never] ? never : 'pending';
}
export type BlockAnswer = FinalAnswer | Pending<ReadingKind>;

/** A fact by its name, or another block by its definition. */
export type Need = FactName | BlockDefinition;

/** The request, as blocks with readings get it. */
export interface RequestTerms {
  /** The blocks that are requested and enabled. */
  readonly blocks: readonly BlockKey[];
  /** Whether a website may be searched for if none is on file, or why not. */
  readonly search: 'allowed' | 'not_asked' | 'site_lookup_not_run' | 'source_busy';
  /** The host by which the row named the company. */
  readonly asked_host?: string;
  /** A resolve, or a job of at most ten rows. Left out: it is not. */
  readonly few_rows?: boolean;
}
/** The terms that differ from row to row. */
export type RowTerms = Partial<Pick<RequestTerms, 'search' | 'asked_host'>>;

/**
 * A list of a value whose items have a confidence of their own; the block returns it whole. Items under the
 * client's floor are left out and counted, and the list is cut (Blocks 1.3, 3.1).
 */
export type RatedList<V> = {
  [F in keyof V & string]: V[F] extends { readonly items: readonly (infer I extends Rated)[] }
    ? {
        readonly field: F;
        /** The maximum number of served items. */
        readonly most: number;
        /** Computes the value's other fields from the remaining items, served or cut. */
        readonly retell?: (items: readonly I[]) => Partial<V>;
        /** Whether the served items need a review (Blocks 1.7); left out: the answer itself says so. */
        readonly flagged?: (items: readonly I[]) => boolean;
      }
    : never;
}[keyof V & string];
export interface Rated {
  readonly confidence: number;
}

/** A rated list of any value. */
export type AnyRatedList = RatedList<Record<string, { readonly items: readonly Rated[] }>>;

/** The declaration of a block. */
export interface BlockSpec {
  readonly key: BlockKey;
  readonly tier: Tier;
  readonly latency_class: LatencyClass;
  /** A sentence for the catalogue about the value that the client gets. */
  readonly description: string;
  /** The sources that the value may name. */
  readonly source: readonly BlockSource[];
  /** The companies that can have a value. */
  readonly coverage: string;
  /** The block is off by default and is enabled for single accounts. */
  readonly experimental?: true;
  /** The rule of billing, if it differs from the general one (Blocks 1.14). */
  readonly billable_when?: string;
  /** The value is computed from other data. */
  readonly derived?: true;
  /** The facts that it gets, and the blocks whose answers it gets, requested or not. */
  readonly needs?: readonly Need[];
  /** Facts that it gets, or the reason why one is missing. It answers without them too. */
  readonly uses?: readonly UsableName[];
  /**
   * Facts that it gets in a resolve, in a job of few rows, or if another block of the row reads them anyway;
   * else undefined. They serve details beside the value that aren't worth a look-up for every row.
   */
  readonly glances?: readonly UsableName[];
  /** The kinds of readings that a live step may fetch. */
  readonly readings?: readonly ReadingKind[];
  /** Makes the verdicts on websites behind its answer, which outlive the crawls. Pure. */
  readonly verdicts?: (given: never) => readonly MadeVerdict[];
  /** Whether it would search for a website if the row had a search left. Pure. */
  readonly missesSearch?: (given: never) => boolean;
  /**
   * The value follows from the company's own records: an available answer is the same, but for its dates, as
   * long as the facts that it reads are. Names the kinds of facts it reads in the company's record; of other
   * sources it may read everything. Left out: it also depends on the day, other companies, readings or a
   * model, so a watch asks for it again.
   */
  readonly own_records?: readonly CompanyKind[];
  /** The value is served whatever the client's `min_confidence` (Blocks 3.1). */
  readonly exempt_from_floor?: true;
  /** Blocks whose envelopes stand, under their keys, in the items of a list of its value: the list's name. */
  readonly nested?: Readonly<Partial<Record<BlockKey, string>>>;
  /** The value repeats answers of blocks that it needs. Those that the account lacks are hidden from it. */
  readonly tells_needs?: true;
  /** The list of its value whose items have a confidence of their own: `derive` gives it whole. */
  readonly rated_list?: { readonly field: string; readonly most: number };
  /** The envelope may name the address that was reached. */
  readonly final_url?: true;
  /** Codes with which it may answer `not_found`, beside the common ones. */
  readonly reasons: readonly ReasonCode[];
  /** Codes that may stand in `detail.advisories` of an available value. */
  readonly advisories?: readonly ReasonCode[];
  /** Codes that may stand in the value's `withheld`, or without a value in `detail.withheld` (Blocks 2.1). */
  readonly withheld?: readonly ReasonCode[];
  /** The block's own fields of `detail`, by name, described in sentences. */
  readonly details?: Readonly<Record<string, string>>;
  /** The parts that this version can't fill, in sentences: the block is partial. Left out: it is whole. */
  readonly lacks?: string;
  /** The shape of its value, with units. */
  readonly value: z.ZodType;
}

/** The entries of a list of a declaration; none where it is left out. */
type Listed<S, F extends keyof BlockSpec> = S extends { readonly [K in F]: readonly (infer E)[] } ? E : never;
type NeededFact<S> = Extract<Listed<S, 'needs'>, FactName>;
type NeededBlock<S> = Extract<Listed<S, 'needs'>, BlockDefinition>;
type Wanted<S> = Extract<Listed<S, 'readings'>, ReadingKind>;
type UsedFact<S> = Extract<Listed<S, 'uses'>, UsableName>;
type GlancedFact<S> = Extract<Listed<S, 'glances'>, UsableName>;
type ForReadings<S, T> = [Wanted<S>] extends [never] ? never : T;

/** The input of `derive`: the facts, blocks and readings that the block declares, each by its key. */
export type BlockFacts<S> = Pick<Facts, NeededFact<S>> & {
  readonly [F in UsedFact<S>]: Facts[F] | WhyMissing;
} & { readonly [F in GlancedFact<S>]: Facts[F] | WhyMissing | undefined } & {
  readonly blocks: { readonly [B in NeededBlock<S> as B['key']]: AnswerOf<B> };
  readonly readings: { readonly [R in Wanted<S>]: (key: string) => ReadingState<R> };
  /** The request's options: they shape only what is read live. */
  readonly options: ForReadings<S, GrantedOptions>;
  readonly request: ForReadings<S, RequestTerms>;
  readonly once: Once;
};

/** The parts of a declaration that the compiler checks once it knows the whole. */
interface Checked<S extends BlockSpec> {
  readonly tier: S['key'] extends (typeof CORE_BLOCKS)[number] ? 'core' : 'premium';
  readonly verdicts?: (given: BlockFacts<S>) => readonly MadeVerdict[];
  readonly missesSearch?: (given: BlockFacts<S>) => boolean;
  readonly rated_list?: RatedList<z.output<S['value']>>;
}

/** Pure: the same facts, answers and readings give the same answer. */
type Derive<S extends BlockSpec> = (
  given: BlockFacts<S>,
) =>
  | FinalAnswer<
      z.output<S['value']>,
      Extract<Listed<S, 'reasons'>, ReasonCode>,
      Extract<Listed<S, 'advisories'>, ReasonCode>,
      S extends { readonly final_url: true } ? string : never
    >
  | Pending<Wanted<S>>;

/** Contract 5.1. */
export const BILLABLE_WHEN = 'One unit when the block is `available` in a delivered row.';

/** The general rules for what a definition leaves out. */
const GENERAL_RULES = {
  experimental: false,
  billable_when: BILLABLE_WHEN,
  derived: false,
  own_records: null,
  exempt_from_floor: false,
  nested: {},
  tells_needs: false,
  rated_list: null,
  final_url: false,
  needs: [],
  uses: [],
  glances: [],
  readings: [],
  verdicts: null,
  missesSearch: null,
  advisories: [],
  withheld: [],
  details: {},
  lacks: null,
} as const;

/** A declaration with nothing left out. */
type Filled = {
  readonly [F in keyof BlockSpec]-?: BlockSpec[F] extends true | undefined
    ? boolean
    : Exclude<BlockSpec[F], undefined>;
};

/** A definition as runner, catalogue and documents see it, whatever its value. */
export interface BlockDefinition<K extends BlockKey = BlockKey, V = unknown> extends Omit<
  Filled,
  'key' | 'value' | 'lacks' | 'rated_list' | 'verdicts' | 'missesSearch' | 'own_records'
> {
  readonly key: K;
  readonly value: z.ZodType<V>;
  readonly lacks: string | null;
  readonly own_records: readonly CompanyKind[] | null;
  readonly rated_list: AnyRatedList | null;
  readonly verdicts: ((given: AnyBlockFacts) => readonly MadeVerdict[]) | null;
  readonly missesSearch: ((given: AnyBlockFacts) => boolean) | null;
  readonly derive: (given: AnyBlockFacts) => BlockAnswer;
}

/** The answer of a block as other blocks get it. */
export type AnswerOf<B extends BlockDefinition> = FinalAnswer<z.output<B['value']>>;

/** The runner's input for any block. The block's declaration has the types of blocks and readings. */
export type AnyBlockFacts = Facts & {
  readonly blocks: never;
  readonly readings: never;
  readonly options: never;
  readonly request: never;
  readonly once: Once;
};

/**
 * Checks a definition at compile time and fills in what it leaves to the general rules. It takes two steps,
 * the declaration and then the derivation, because only then can the compiler compare every literal of an
 * answer with the declaration. `S` is the type of the declaration itself; all other types follow from it.
 */
export function defineBlock<const S extends BlockSpec>(
  spec: S & Checked<S> & { readonly [F in Exclude<keyof S, keyof BlockSpec>]: never },
): (derive: Derive<S>) => BlockDefinition<S['key'], z.output<S['value']>> {
  // A need that isn't there is imported from a file that imports this one.
  if (spec.needs?.includes(undefined as never) === true)
    throw new Error(`${spec.key} needs a block that needs ${spec.key}`);
  return (derive) => ({
    ...GENERAL_RULES,
    ...spec,
    // The cast is safe: the runner calls its functions only with items of this block's own value.
    rated_list: (spec.rated_list as AnyRatedList | undefined) ?? null,
    final_url: spec.final_url ?? false,
    derive,
  });
}

/** The `derive` of a block whose source this version can't load; it is not billed. */
export const notAvailableYet = () => ({ status: 'not_found', reason: 'not_available_yet' }) as const;

/** Whether this version fills a block fully, partly or not yet. */
export const stateOf = ({ derive, lacks }: BlockDefinition): 'full' | 'partial' | 'not_yet' =>
  derive === notAvailableYet ? 'not_yet' : lacks === null ? 'full' : 'partial';
