/** Decides which facts some blocks read, and from which editions. */
import type { JoinedFact, KeyedFact } from '../../sources/facts/define-fact.js';
import type { SourceShelf } from '../../sources/kit/editions/source-shelf.js';

export interface Gathering {
  /** The sources whose record of a company is itself a fact. */
  readonly shelves: readonly SourceShelf[];
  readonly joined: readonly {
    readonly fact: JoinedFact;
    readonly source: SourceShelf;
    readonly others: readonly SourceShelf[];
  }[];
  /** Facts that rows ask for while they are derived. */
  readonly keyed: readonly { readonly fact: KeyedFact; readonly source: SourceShelf }[];
}

export interface KnownFacts {
  readonly joined: readonly JoinedFact[];
  readonly keyed: readonly KeyedFact[];
}

/** @param wanted names of facts */
export function gatheringOf(
  wanted: ReadonlySet<string>,
  shelves: readonly SourceShelf[],
  facts: KnownFacts,
): Gathering {
  const named = (name: string): SourceShelf[] => shelves.filter(({ source }) => source.name === name);
  const joined = facts.joined
    .filter(({ name }) => wanted.has(name))
    .flatMap((fact) =>
      named(fact.source).map((source) => ({ fact, source, others: fact.also.flatMap(named) })),
    );
  const keyed = facts.keyed
    .filter(({ name }) => wanted.has(name))
    .flatMap((fact) => named(fact.source).map((source) => ({ fact, source })));
  const needed = new Set([...wanted, ...joined.flatMap(({ fact }) => fact.needs)]);
  return {
    shelves: shelves.filter(({ source: { fact } }) => fact !== null && needed.has(fact)),
    joined,
    keyed,
  };
}

/** The sources whose editions a chunk must name for these facts. */
export const shelvesOf = ({ shelves, joined, keyed }: Gathering): readonly SourceShelf[] => [
  ...shelves,
  ...joined.flatMap(({ source, others }) => [source, ...others]),
  ...keyed.map(({ source }) => source),
];
