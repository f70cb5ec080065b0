/** Defines what a site is compared with: a company's names, numbers and office by the register. */
export interface JudgedOffice {
  /** The lines above the town as printed, without blank lines. */
  readonly lines: readonly string[];
  readonly town: string | null;
  readonly county: string | null;
  readonly postcode: string | null;
}

export interface JudgedCompany {
  readonly number: string;
  readonly name: string;
  /** The trading names in its register name (`A LIMITED T/A B`). */
  readonly trading_names: readonly string[];
  readonly previous_names: readonly string[];
  readonly office: JudgedOffice;
  /** Companies registered at the postcode of its office; null: not known. */
  readonly crowd: number | null;
  /** Names of current officers as the register writes them; null: not to be looked for. */
  readonly directors: readonly string[] | null;
  /** Numbers of its owners, of those above them and of what it owns. */
  readonly group: ReadonlySet<string>;
}

/** Every name that it has or had, its register name first. */
export const namesOf = ({
  name,
  trading_names,
  previous_names,
}: Pick<JudgedCompany, 'name' | 'trading_names' | 'previous_names'>): readonly string[] => [
  name,
  ...trading_names,
  ...previous_names,
];
