import columns from './basic-company-data.json';

/** The 55 columns of the published BasicCompanyData file, in order, without blanks around their names. */
export const BASIC_COLUMNS: readonly string[] = columns;

/** The first column of the previous names: 10 pairs of the day on which a name was given up, and the name. */
export const FIRST_PREVIOUS_NAME = BASIC_COLUMNS.indexOf('PreviousName_1.CONDATE');
export const CONFIRMATION_STATEMENT = BASIC_COLUMNS.indexOf('ConfStmtNextDueDate');

/** The fault of a header, as a sentence; or null. */
export function headerProblem(header: readonly string[]): string | null {
  const names = header.map((name) => name.replace(/^\uFEFF/, '').trim());
  const wrong = BASIC_COLUMNS.findIndex((column, i) => names[i] !== column);
  if (wrong >= 0) {
    return `column ${wrong + 1} is '${(names[wrong] ?? '').slice(0, 60)}' where BasicCompanyData has '${BASIC_COLUMNS[wrong]}'`;
  }
  return names.length === BASIC_COLUMNS.length
    ? null
    : `${names.length} columns where BasicCompanyData has ${BASIC_COLUMNS.length}`;
}
