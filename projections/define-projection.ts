/** Defines a projection: which events it takes, and how each changes documents. */
import type { Logged } from '../src/streams/envelope.js';
import type {
  DocumentKey,
  DocumentOperation,
  Found,
  Projection,
} from '../packages/platform/src/projector/projection.js';
import type { CollectionSpec } from '../packages/platform/src/read-models/read-models.js';
import type { ProjectedEvent, Projectable, ProjectedType } from './projected-event.js';
import { categoryOfType } from '../src/streams/index.js';

export const LANES = ['access', 'work', 'pages', 'billing', 'support'] as const;
export type LaneName = (typeof LANES)[number];

type EventOf<Type extends ProjectedType> = Logged<Extract<Projectable, { readonly type: Type }>>;

type Handlers = {
  readonly [Type in ProjectedType]?: (event: EventOf<Type>, found: Found) => readonly DocumentOperation[];
};
type Lookups = { readonly [Type in ProjectedType]?: (event: EventOf<Type>) => readonly DocumentKey[] };

export interface ProjectionDefinition {
  readonly name: string;
  readonly version: number;
  readonly lane: LaneName;
  readonly collections: readonly CollectionSpec[];
  readonly on: Handlers;
  /** Keys of the documents that a handler needs to see, by event. */
  readonly lookups?: Lookups;
  /** Events that are projected also for a parked subject. */
  readonly evenIfParked?: readonly ProjectedType[];
}

/** A handler of any event. It was looked up by the event's type, so it fits the event. */
type AnyHandler<Result> = ((event: ProjectedEvent, found: Found) => Result) | undefined;

const categoriesOf = (types: readonly ProjectedType[]): readonly string[] => [
  ...new Set(types.flatMap((type) => categoryOfType(type) ?? [])),
];

export function defineProjection(definition: ProjectionDefinition): Projection<ProjectedEvent, LaneName> {
  const { name, version, lane, collections, on, lookups = {}, evenIfParked = [] } = definition;
  const types = Object.keys(on) as ProjectedType[];
  const none: readonly never[] = [];
  return {
    name,
    version,
    lane,
    categories: categoriesOf(types),
    types,
    collections,
    evenIfParked,
    lookups: (event) =>
      (lookups[event.event.type] as AnyHandler<readonly DocumentKey[]>)?.(event, nothing) ?? none,
    project: (event, found) =>
      (on[event.event.type] as AnyHandler<readonly DocumentOperation[]>)?.(event, found) ?? none,
  };
}

const nothing: Found = () => undefined;
