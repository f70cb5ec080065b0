/** A band of numbers of employees (Blocks 1.18). Both ends are inclusive; null: no upper end. */
export interface EmployeeBand {
  readonly min: number;
  readonly max: number | null;
  readonly label: string;
}

export const EMPLOYEE_BANDS: readonly EmployeeBand[] = [
  { min: 0, max: 0, label: '0' },
  { min: 1, max: 9, label: '1-9' },
  { min: 10, max: 49, label: '10-49' },
  { min: 50, max: 249, label: '50-249' },
  { min: 250, max: 499, label: '250-499' },
  { min: 500, max: 999, label: '500-999' },
  { min: 1_000, max: 4_999, label: '1000-4999' },
  { min: 5_000, max: 19_999, label: '5000-19999' },
  { min: 20_000, max: null, label: '20000+' },
];

/** The band of a number of employees. */
export const bandOf = (employees: number): EmployeeBand | null =>
  EMPLOYEE_BANDS[bandIndexOf(employees)] ?? null;

/** The index in `EMPLOYEE_BANDS` of the band of a number of employees. */
export const bandIndexOf = (employees: number): number =>
  EMPLOYEE_BANDS.findLastIndex(({ min }) => employees >= min);
