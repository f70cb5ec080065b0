/**
 * Decides, after workers of a chunk died, in which order its rows are tried and which of them fail with
 * `worker_lost` (Architecture 3.4). A worker may also be killed from outside, so one death proves nothing
 * against the row it worked on.
 */

/** A row, with the number of workers of its chunk that had died before. */
export interface RowWithDeaths {
  readonly row: number;
  readonly deaths: number;
}

const DEATHS_TO_GIVE_UP = 3;

/**
 * Returns the rows that were marked in two deaths with another row answered between them, or in three deaths.
 * @param markedRows the marked row of each death
 * @param answeredRows every answered row, with the deaths before its worker began
 */
export function lostRows(
  markedRows: readonly RowWithDeaths[],
  answeredRows: readonly RowWithDeaths[],
): ReadonlySet<number> {
  const isLost = (row: number): boolean => {
    const marks = markedRows.filter((death) => death.row === row).sort(compareDeaths);
    const [first, last] = [marks[0]?.deaths ?? 0, marks.at(-1)?.deaths ?? 0];
    const isBetween = (other: RowWithDeaths): boolean =>
      other.row !== row && other.deaths > first && other.deaths <= last;
    return marks.length >= DEATHS_TO_GIVE_UP || answeredRows.some(isBetween);
  };
  return new Set(markedRows.map(({ row }) => row).filter(isLost));
}

/** Sorts the rows for trial: first those without a death, then the others, the last death last. */
export function trialOrder(rows: readonly number[], markedRows: readonly RowWithDeaths[]): number[] {
  const last = new Map([...markedRows].sort(compareDeaths).map(({ row, deaths }) => [row, deaths]));
  return [...rows].sort((left, right) => (last.get(left) ?? -1) - (last.get(right) ?? -1) || left - right);
}

const compareDeaths = (left: RowWithDeaths, right: RowWithDeaths): number => left.deaths - right.deaths;
