/** Defines the data of a company that a site is compared with: names, numbers and office by the register. */
export interface JudgedOffice {
  /** The address lines above the town as printed, without blank lines. */
  readonly lines: readonly string[];
  readonly town: string | null;
  readonly county: string | null;
  readonly postcode: string | null;
}

export interface JudgedCompany {
  readonly number: string;
  readonly name: string;
  /** The trading names in its registered name (`A LIMITED T/A B`). */
  readonly trading_names: readonly string[];
  readonly previous_names: readonly string[];
  readonly office: JudgedOffice;
  /** The number of companies registered at its office's postcode; null: unknown. */
  readonly crowd: number | null;
  /** The names of current officers in the register's form; null: not requested. */
  readonly directors: readonly string[] | null;
  /** The numbers of its owners, of owners above them, and of its subsidiaries. */
  readonly group: ReadonlySet<string>;
}

/** Every name that it has or had, the registered name first. */
export const namesOf = ({
  name,
  trading_names,
  previous_names,
}: Pick<JudgedCompany, 'name' | 'trading_names' | 'previous_names'>): readonly string[] => [
  name,
  ...trading_names,
  ...previous_names,
];
