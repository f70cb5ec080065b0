/** The question whether a value is suppressed: no answer may show it (Contract 8.3, `suppress`). */

import type { IsoDate } from '../calendar.js';

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

/** The values that are suppressed now. They may change from one call to the next. */
export interface Suppressed {
  /** Kinds with at least one value. Other kinds need no check. */
  readonly kinds: ReadonlySet<SuppressedKind>;
  /** Whether the value, as a register or page writes it, is suppressed; false where it is not of the kind. */
  has(kind: SuppressedKind, value: string): boolean;
}

export const NOTHING_SUPPRESSED: Suppressed = Object.freeze({ kinds: new Set<never>(), has: () => false });

export const isSuppressedCompany = (suppressed: Suppressed, number: string): boolean =>
  suppressed.kinds.has('company_number') && suppressed.has('company_number', number);

/** Whether a person number is suppressed; null: the person has none. */
export const isSuppressedPerson = (suppressed: Suppressed, number: string | null): boolean =>
  number !== null && suppressed.kinds.has('person_number') && suppressed.has('person_number', number);

/** A named person. `born` (`YYYY-MM`) or the day of appointment distinguishes people of one name. */
export interface NamedPerson {
  readonly name: string;
  readonly born: string | null;
  readonly appointed: IsoDate | null;
}

/** Values of the kind `person_name`, as an operator may write them. */
export const namedValues = ({ name, born, appointed }: NamedPerson): string[] => [
  ...(born === null ? [] : [`${name} born ${born}`]),
  ...(appointed === null ? [] : [`${name} appointed ${appointed}`]),
];

export const isSuppressedByName = (suppressed: Suppressed, person: NamedPerson): boolean =>
  suppressed.kinds.has('person_name') &&
  namedValues(person).some((value) => suppressed.has('person_name', value));
