/** Checks whether a value is suppressed. No answer may show a suppressed value (Contract 8.3, `suppress`). */
import type { IsoDate } from '../../../words/src/calendar.js';

export const SUPPRESSED_KINDS = [
  'email',
  'phone',
  'domain',
  'person_number',
  'person_name',
  'company_number',
] as const;
export type SuppressedKind = (typeof SUPPRESSED_KINDS)[number];

/** Replaces a suppressed value within text. */
export const SUPPRESSED_TEXT = '[suppressed]';

/** The values that are suppressed now. The set may change between two calls. */
export interface SuppressedValues {
  /** Kinds with at least one value. Other kinds need no check. */
  readonly kinds: ReadonlySet<SuppressedKind>;
  /** True if the value, as a register or page writes it, is suppressed; false where it is not of the kind. */
  has(kind: SuppressedKind, value: string): boolean;
}

export const NOTHING_SUPPRESSED: SuppressedValues = Object.freeze({
  kinds: new Set<never>(),
  has: () => false,
});

export const isSuppressedCompany = (suppressed: SuppressedValues, number: string): boolean =>
  suppressed.kinds.has('company_number') && suppressed.has('company_number', number);

/** True if a person number is suppressed; null: the person has none. */
export const isSuppressedPerson = (suppressed: SuppressedValues, number: string | null): boolean =>
  number !== null && suppressed.kinds.has('person_number') && suppressed.has('person_number', number);

/** A named person. The birth month (`YYYY-MM`) or day of appointment distinguishes people of one name. */
export interface NamedPerson {
  readonly name: string;
  readonly birthMonth: string | null;
  readonly appointedOn: IsoDate | null;
}

/** Values of the kind `person_name`, as an operator may write them. */
export const personNameValues = ({ name, birthMonth, appointedOn }: NamedPerson): string[] => [
  ...(birthMonth === null ? [] : [`${name} born ${birthMonth}`]),
  ...(appointedOn === null ? [] : [`${name} appointed ${appointedOn}`]),
];

export const isSuppressedByName = (suppressed: SuppressedValues, person: NamedPerson): boolean =>
  suppressed.kinds.has('person_name') &&
  personNameValues(person).some((value) => suppressed.has('person_name', value));
