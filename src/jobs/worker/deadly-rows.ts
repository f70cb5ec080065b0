/**
 * The rule for the rows of a chunk whose workers died (Architecture 3.4): in which order they are tried, and which end
 * `worker_lost`. A worker may also be killed from outside, so one death says nothing against the row it worked on.
 */

/** A row together with how many workers of its chunk had died before. */
export interface RowAt {
  readonly row: number;
  readonly deaths: number;
}

const DEATHS_THAT_LOSE = 3;

/**
 * Rows that were marked in two deaths with another row answered between them, or in three deaths.
 * @param died the marked row of each death
 * @param answered every row that was answered, with the deaths before its worker began
 */
export function lostRows(died: readonly RowAt[], answered: readonly RowAt[]): ReadonlySet<number> {
  const isLost = (row: number): boolean => {
    const marked = died.filter((death) => death.row === row).sort(byDeaths);
    const [first, last] = [marked[0]?.deaths ?? 0, marked.at(-1)?.deaths ?? 0];
    const isBetween = (other: RowAt): boolean =>
      other.row !== row && other.deaths > first && other.deaths <= last;
    return marked.length >= DEATHS_THAT_LOSE || answered.some(isBetween);
  };
  return new Set(died.map(({ row }) => row).filter(isLost));
}

/** Rows that no worker died on come first, in their order; the row of the last death comes last. */
export function inOrderOfTrial(rows: readonly number[], died: readonly RowAt[]): number[] {
  const last = new Map([...died].sort(byDeaths).map(({ row, deaths }) => [row, deaths]));
  return [...rows].sort((one, two) => (last.get(one) ?? -1) - (last.get(two) ?? -1) || one - two);
}

const byDeaths = (one: RowAt, two: RowAt): number => one.deaths - two.deaths;
