/** Values that no answer shows (Contract 8.3, `suppress`), as those who read registers and write answers ask for them. */

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

/** Stands in place of a suppressed value in the middle of text. */
export const SUPPRESSED_TEXT = '[suppressed]';

/** What is suppressed now: it may change from one question to the next. */
export interface Suppressed {
  /** Kinds of which there is at least one: of all others nothing need be asked. */
  readonly kinds: ReadonlySet<SuppressedKind>;
  /** Whether this value is suppressed, as it stands in a register or page; false for what is no value of the kind. */
  has(kind: SuppressedKind, found: string): boolean;
}

export const NOTHING_SUPPRESSED: Suppressed = Object.freeze({ kinds: new Set<never>(), has: () => false });

export const isSuppressedCompany = (suppressed: Suppressed, number: string): boolean =>
  suppressed.kinds.has('company_number') && suppressed.has('company_number', number);

/** `found` null or left out: there is nothing to suppress. */
export const isSuppressedPerson = (suppressed: Suppressed, found: string | null): boolean =>
  found !== null && suppressed.kinds.has('person_number') && suppressed.has('person_number', found);

/** What tells bearers of one name apart. `YYYY-MM` of birth, or the day of an appointment. */
export interface NamedPerson {
  readonly name: string;
  readonly born: string | null;
  readonly appointed: IsoDate | null;
}

/** A value of kind `person_name` each, as an operator may write it. */
export const namedValues = ({ name, born, appointed }: NamedPerson): string[] => [
  ...(born === null ? [] : [`${name} born ${born}`]),
  ...(appointed === null ? [] : [`${name} appointed ${appointed}`]),
];

export const isSuppressedByName = (suppressed: Suppressed, person: NamedPerson): boolean =>
  suppressed.kinds.has('person_name') &&
  namedValues(person).some((value) => suppressed.has('person_name', value));
