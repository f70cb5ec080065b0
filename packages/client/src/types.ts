/** What is asked and answered, by the names of the published description. */
import type { components, operations } from './openapi.js';

type Schemas = components['schemas'];

/** A parameter that may be absent may also be undefined. */
type Optional<T> = { readonly [Name in keyof T]: T[Name] | (undefined extends T[Name] ? undefined : never) };

/** The type with members that are there for one code of its status alone. */
type With<T, Name extends keyof T> = T & Required<Pick<T, Name>>;

/** The 409 of one name with candidates; that of an idempotency key has none. */
export type AmbiguousMatch = With<Schemas['AmbiguousMatch'], 'candidates'>;
export type AcceptedResolve = Schemas['AcceptedResolve'];
export type AskedRow = Optional<Schemas['AskedRow']>;
export type BlockKey = Schemas['BlockKey'];
export type Blocks = Schemas['Blocks'];
export type Catalogue = Schemas['Catalogue'];
export interface EnrichJobRequest extends Omit<Schemas['EnrichJobRequest'], 'rows' | 'options'> {
  readonly rows: readonly AskedRow[];
  readonly options?: Options | null | undefined;
}
export type ErrorEntry = Schemas['ErrorEntry'];
export type ErrorsPage = Schemas['ErrorsPage'];
export type FieldErrors = Schemas['FieldErrors'];
export type Gone = Schemas['Gone'];
export type Job = Schemas['Job'];
export type NotEnabled = With<Schemas['NotEnabledError'], 'blocks'>;
export type Options = Optional<Schemas['Options']>;
export type ResolveNotMatched = Schemas['ResolveNotMatched'];
export type ResolveFailed = Schemas['ResolveFailed'];
export type ResolveRequest = Optional<NonNullable<operations['resolve']['parameters']['query']>>;
export type ResolveResponse = Schemas['ResolveResponse'];
export type ResultsPage = Schemas['ResultsPage'];
export type Row = Schemas['Row'];
export type RowsLimited = Schemas['RowsLimited'];
export type ErrorBody = Schemas['Error'];
export type Usage = Schemas['Usage'];
export type UsageRequest = Optional<NonNullable<operations['getUsage']['parameters']['query']>>;
export type Warning = Schemas['Warning'];
export type Whoami = Schemas['Whoami'];
