import bands from './employee-bands.json';

/** A band of numbers of employees (Blocks 1.18). Both ends are inclusive; null: no upper end. */
export interface EmployeeBand {
  readonly min: number;
  readonly max: number | null;
  readonly label: string;
}

export const EMPLOYEE_BANDS: readonly EmployeeBand[] = bands;

export const bandOf = (employees: number): EmployeeBand | null =>
  EMPLOYEE_BANDS[bandIndexOf(employees)] ?? null;

/** The index in `EMPLOYEE_BANDS` of the band of a number of employees. */
export const bandIndexOf = (employees: number): number =>
  EMPLOYEE_BANDS.findLastIndex(({ min }) => employees >= min);
