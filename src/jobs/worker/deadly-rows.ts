/**
 * Decides, after workers of a chunk died, in which order its rows are tried and which of them fail with
 * `worker_lost` (Architecture 3.4). A worker may also be killed from outside, so one death proves nothing
 * against the row it worked on.
 */

/** An attempt at a row. Its fields are stored with the notes of `ChunkClaims`. */
export interface RowAttempt {
  readonly row: number;
  /** The number of workers of the chunk that had died before the worker of this row started. */
  readonly deaths: number;
}

const DEATHS_TO_GIVE_UP = 3;

/**
 * Returns the lost rows. A row is lost if workers died on it three times, or twice with another row of the
 * chunk answered in between.
 * @param rowsAtDeath for each death, the row that the worker was on
 * @param answeredRows for each answered row, the deaths before the worker that answered it
 */
export function findLostRows(
  rowsAtDeath: readonly RowAttempt[],
  answeredRows: readonly RowAttempt[],
): ReadonlySet<number> {
  const isLost = (row: number): boolean => {
    const deathsOnRow = rowsAtDeath.filter((death) => death.row === row).sort(compareDeaths);
    const [first, last] = [deathsOnRow[0]?.deaths ?? 0, deathsOnRow.at(-1)?.deaths ?? 0];
    const isBetween = (other: RowAttempt): boolean =>
      other.row !== row && other.deaths > first && other.deaths <= last;
    return deathsOnRow.length >= DEATHS_TO_GIVE_UP || answeredRows.some(isBetween);
  };
  return new Set(rowsAtDeath.map(({ row }) => row).filter(isLost));
}

/** Sorts the rows for the next attempt: first rows without a death, then the others by latest death. */
export function trialOrder(rows: readonly number[], rowsAtDeath: readonly RowAttempt[]): number[] {
  const latestDeathByRow = new Map(
    [...rowsAtDeath].sort(compareDeaths).map(({ row, deaths }) => [row, deaths]),
  );
  const latestDeathOf = (row: number): number => latestDeathByRow.get(row) ?? -1;
  return [...rows].sort((left, right) => latestDeathOf(left) - latestDeathOf(right) || left - right);
}

const compareDeaths = (left: RowAttempt, right: RowAttempt): number => left.deaths - right.deaths;
