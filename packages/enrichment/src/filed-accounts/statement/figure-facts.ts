/** Reads one figure of one period from the facts of a column. */
import type { Figure, FigureKey, StatedBy, WithheldFigure, WithheldReason } from '../accounts-record.js';
import { factAmountOf, distance, hundredthsOf, roundingOf, type Amount } from './amounts.js';
import { CONCEPTS, WITHOUT_DIMENSION, type OwnMembers } from './concepts.js';
import { statedBy, type Column, type ColumnFact, type FactsByName } from './columns.js';
import { isBelowItsYear, isShownNegative, wordsAgainst } from './page-witness.js';
import type { ReportedPeriod } from './periods.js';

/** The place where a figure is searched. */
export interface FigurePlace {
  readonly facts: FactsByName;
  readonly column: Column;
  readonly period: ReportedPeriod;
  readonly currency: string;
}

/** A figure with its amount in hundredths and its rounding error. */
export interface FoundFigure {
  readonly field: FigureKey;
  readonly figure: Figure;
  readonly hundredths: bigint;
  readonly rounding: bigint;
  /** The local name of the concept; empty: the figure is derived. */
  readonly concept: string;
  readonly sources: readonly StatedBy[];
  readonly asPrinted: AsPrinted;
  /** True if a heading above the figure states its year; false: no heading, or the figure is derived. */
  readonly isBelowItsYear: boolean;
  /** False if the figure is tagged as negative and no place on the page shows a negative amount. */
  readonly signAsShown: boolean;
}

/** True if the amount has the scale that the page states; null: no scale is stated, or the amount is zero. */
export type AsPrinted = boolean | null;

/** Returns true if any place prints the tagged scale. One suffices, as all places state the same amount. */
function asPrinted(facts: readonly ColumnFact[]): AsPrinted {
  const answers = facts.flatMap(({ fact }) => (fact.value === '0' ? [] : (fact.scaledAsPrinted ?? [])));
  return answers.length === 0 ? null : answers.includes(true);
}

export const isWhole = ({ dimensions }: ColumnFact): boolean => dimensions.length === 0;

/** Returns true if there are dimensions and all have one of these members. */
const hasOnly = ({ dimensions }: ColumnFact, members: OwnMembers): boolean =>
  dimensions.length > 0 && dimensions.every(({ name, member }) => members[name] === member);

/** The facts of a concept in this column and period. */
export function factsAt(
  { facts, column, period }: FigurePlace,
  name: string,
  at: 'instant' | 'duration',
): ColumnFact[] {
  return (facts.get(name) ?? []).filter(
    (fact) =>
      fact.column === column &&
      fact.end === period.end &&
      (at === 'instant' ? fact.start === null : fact.start !== null && fact.start === period.start),
  );
}

const isPrinted = ({ fact }: ColumnFact): boolean => !fact.hidden;

/** Yields the facts that may state the figure by concept, the preferred concept first. */
function* byConcept(place: FigurePlace, field: FigureKey, names: readonly string[]): Generator<ColumnFact[]> {
  const { at, members, orMembers } = CONCEPTS[field];
  for (const name of WITHOUT_DIMENSION[field] ?? []) yield factsAt(place, name, at).filter(isWhole);
  for (const name of names) {
    const here = factsAt(place, name, at);
    const whole =
      members === undefined ? here.filter(isWhole) : here.filter((fact) => hasOnly(fact, members));
    const parts = orMembers === undefined ? [] : here.filter((fact) => hasOnly(fact, orMembers));
    // A part is the whole only if there are no other parts.
    yield whole.length > 0 || here.length > parts.length ? whole : parts;
  }
}

/** The facts of the first concept with facts. If all are hidden, also those of the first visible concept. */
function candidates(place: FigurePlace, field: FigureKey, names: readonly string[]): ColumnFact[] {
  let hidden: ColumnFact[] = [];
  for (const facts of byConcept(place, field, names)) {
    if (facts.some(isPrinted)) return [...hidden, ...facts];
    if (hidden.length === 0) hidden = facts;
  }
  return hidden;
}

/** The evidence against a figure that the page shows with the opposite sign. */
export const UNLIKE_SHOWN = { by: 'sign printed on the page' } as const;

/** A withheld figure. If only its sign is in doubt, `shown` is the amount on the page. */
export interface HeldFigure extends WithheldFigure {
  readonly shown?: Amount;
}

/** Makes a withheld figure. */
export const withheld = (
  field: FigureKey,
  by: readonly ColumnFact[],
  reason: WithheldReason = 'filed_value_implausible',
): WithheldFigure => ({
  field,
  reason,
  by: by.slice(0, 4).map(statedBy),
});

interface FactAmount extends Amount {
  readonly of: ColumnFact;
}

/** Returns true if the amount was read with three decimals. The point must separate thousands then. */
function hasThousandths({ printed, value }: ColumnFact['fact']): boolean {
  const decimals = /[.,](\d{3,})\D*$/.exec(printed)?.[1]?.length;
  if (decimals === undefined) return false;
  const digits = Number(printed.replaceAll(/\D/g, ''));
  return digits !== 0 && Math.abs(Number(value)) * 10 ** decimals === digits;
}

function amountsOf(facts: readonly ColumnFact[], currency: string): FactAmount[] {
  return facts.flatMap((fact) => {
    const { value } = fact.fact;
    const isRead = fact.currency === currency && value !== null && !hasThousandths(fact.fact);
    const hundredths = isRead ? hundredthsOf(value) : null;
    return hundredths === null ? [] : [{ of: fact, hundredths, rounding: roundingOf(fact.fact.decimals) }];
  });
}

/** The larger rounding error of two amounts; 0 for whole units. */
const roundingOfEither = (a: bigint, b: bigint): bigint => {
  const larger = a > b ? a : b;
  return larger > 100n ? larger : 0n;
};

/** The most exact printed amount if all others agree with it within rounding; else null. */
function agreed(amounts: readonly FactAmount[]): FactAmount | null {
  const printed = amounts.filter(({ of: fact }) => isPrinted(fact));
  const finest = (printed.length > 0 ? printed : amounts).reduce<FactAmount | null>(
    (best, amount) => (best === null || amount.rounding < best.rounding ? amount : best),
    null,
  );
  if (finest === null) return null;
  const fits = ({ hundredths, rounding }: FactAmount): boolean =>
    hundredths === finest.hundredths ||
    distance(hundredths, finest.hundredths) <= roundingOfEither(rounding, finest.rounding);
  return amounts.every(fits) ? finest : null;
}

/** Returns true if a place on the page shows the amount with this sign, or no place shows it. */
function isShownAs(isNegative: boolean, facts: readonly ColumnFact[]): boolean {
  const printedFacts = facts.filter(isPrinted);
  return printedFacts.length === 0 || printedFacts.some(({ fact }) => isShownNegative(fact) === isNegative);
}

/** The figures that may be negative on the page: an overdrawn bank account, and debtors in credit. */
const MAY_BE_OVERDRAWN: ReadonlySet<FigureKey> = new Set(['cash', 'debtors']);

/** Returns true if a figure is negative and can't be, or is positive and printed as negative. */
function hasWrongSign(field: FigureKey, amount: bigint, facts: readonly ColumnFact[]): boolean {
  const isOverdrawn = MAY_BE_OVERDRAWN.has(field) && facts.some(({ fact }) => isShownNegative(fact));
  if (CONCEPTS[field].neverNegative) return amount < 0n && !isOverdrawn;
  return amount > 0n && !isShownAs(false, facts);
}

/** The figure, or a withheld figure with the reason; null: none of the concepts is stated. */
export function figureAt(
  place: FigurePlace,
  field: FigureKey,
  names: readonly string[] = CONCEPTS[field].names,
): FoundFigure | HeldFigure | null {
  const stated = candidates(place, field, names).filter(
    ({ fact }) => fact.value !== null || fact.problem !== null,
  );
  // Amounts in another currency are only translations for readers.
  const facts = stated.filter(({ currency }) => currency === null || currency === place.currency);
  if (facts.length === 0) return null;
  const amounts = amountsOf(facts, place.currency);
  const amount = amounts.length < facts.length ? null : agreed(amounts);
  if (amount === null) return withheld(field, facts);
  const { of: chosen, hundredths, rounding } = amount;
  if (hasWrongSign(field, hundredths, facts)) {
    const shownAmount = { hundredths: -hundredths, rounding };
    return hundredths < 0n
      ? withheld(field, facts)
      : { ...withheld(field, facts), contradicted_by: UNLIKE_SHOWN, shown: shownAmount };
  }
  const contradicted_by = wordsAgainst(facts, field);
  if (contradicted_by !== null) return { ...withheld(field, facts), contradicted_by };
  const by = statedBy(chosen);
  const figure = { amount: factAmountOf(hundredths), currency: place.currency, by };
  return {
    field,
    figure,
    hundredths,
    rounding,
    concept: chosen.fact.name,
    sources: [by],
    asPrinted: asPrinted(facts),
    isBelowItsYear: isBelowItsYear(facts) === true,
    signAsShown: hundredths >= 0n || isShownAs(true, facts),
  };
}

const isTotal = ({ dimensions: [segment] }: ColumnFact): boolean =>
  segment?.member.startsWith('Total') === true;

/** The turnover by segments of one kind, if the document also states their sum; null: none. */
export function segmentedTurnover(place: FigurePlace): FoundFigure | null {
  const [name = ''] = CONCEPTS.turnover.names;
  const split = factsAt(place, name, 'duration').filter(
    ({ dimensions, currency, fact }) =>
      dimensions.length === 1 && currency === place.currency && fact.value !== null,
  );
  for (const segment of new Set(split.map(({ dimensions }) => dimensions[0]?.name))) {
    const facts = split.filter(({ dimensions }) => dimensions[0]?.name === segment);
    const parts = new Map(
      facts.filter((fact) => !isTotal(fact)).map((fact) => [fact.dimensions[0]?.member ?? '', fact]),
    );
    const amounts = [...parts.values()].map(({ fact }) => hundredthsOf(fact.value ?? ''));
    const total = facts.find(isTotal);
    const stated = total === undefined ? null : hundredthsOf(total.fact.value ?? '');
    if (amounts.length === 0 || amounts.some((amount) => amount === null) || stated === null) continue;
    const hundredths = amounts.reduce<bigint>((all, amount) => all + (amount ?? 0n), 0n);
    if (hundredths !== stated || hundredths < 0n) continue;
    const from = [...parts.keys()].map((member) => `${name} ${member}`);
    const figure = { amount: factAmountOf(hundredths), currency: place.currency, by: null, from };
    const sources = [...parts.values()].slice(0, 4).map(statedBy);
    return {
      field: 'turnover',
      figure,
      hundredths,
      rounding: 100n,
      concept: '',
      sources,
      asPrinted: asPrinted(facts),
      isBelowItsYear: false,
      signAsShown: true,
    };
  }
  return null;
}
