/** Keeps the charges of statements by job and row, to compare later lines with them. */
import type { AdjustedLineFact, ChargeFact } from '../format/facts.js';

/** The blocks of one charge, without the row. Equal charges share one object, since a month has many. */
export interface ChargedBlocks {
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
  readonly lines: readonly AdjustedLineFact[];
}

/**
 * `again`: a block of the charge, or its row, was charged before. `behind`: a late block of the row stands
 * before the charge in the same statement.
 */
export type ChargePlace = 'new' | 'again' | 'behind';

type ByRow<T> = Map<string, Map<number, T>>;
interface LateBlocks {
  readonly lists: readonly ChargedBlocks[];
  /** The statement in which the last of them stands. */
  readonly statement: number;
}

const MAX_SHARED = 10_000;

export class ChargedRows {
  private readonly rows: ByRow<ChargedBlocks> = new Map();
  private readonly late: ByRow<LateBlocks> = new Map();
  private readonly shared = new Map<string, ChargedBlocks>();
  private statement = 0;

  /** Begins the next statement of the account. */
  begin(): void {
    this.statement++;
  }

  /** Adds a charge, unless the same charge was added before. */
  add(fact: ChargeFact): { readonly place: ChargePlace; readonly blocks: ChargedBlocks } {
    const { entry, job_id, row } = fact;
    const blocks = this.blocksOf(fact);
    const charged = this.rows.get(job_id)?.get(row);
    const late = this.late.get(job_id)?.get(row);
    const isCharged = blocks.lines.some(({ block }) => this.lineOf(job_id, row, block) !== undefined);
    if (isCharged || (entry === 'row' && charged !== undefined)) return { place: 'again', blocks };
    if (entry === 'row') put(this.rows, job_id, row, blocks);
    else put(this.late, job_id, row, { lists: [...(late?.lists ?? []), blocks], statement: this.statement });
    return { place: entry === 'row' && late?.statement === this.statement ? 'behind' : 'new', blocks };
  }

  /** The charged unit of a block of a row, or undefined. */
  lineOf(job: string, row: number, block: string): AdjustedLineFact | undefined {
    return this.linesOf(job, row).find((line) => line.block === block);
  }

  /** The charged units of a row, late blocks included. */
  linesOf(job: string, row: number): readonly AdjustedLineFact[] {
    const charged = this.rows.get(job)?.get(row);
    const late = this.late.get(job)?.get(row);
    if (late === undefined) return charged?.lines ?? [];
    return [...(charged?.lines ?? []), ...late.lists.flatMap(({ lines }) => lines)];
  }

  /** The charged units of a job: one list for each row and each late block. */
  *chargesOf(job: string): Generator<readonly AdjustedLineFact[]> {
    for (const { lines } of this.rows.get(job)?.values() ?? []) yield lines;
    for (const { lists } of this.late.get(job)?.values() ?? []) for (const { lines } of lists) yield lines;
  }

  private blocksOf({ prices, time, units }: ChargeFact): ChargedBlocks {
    const date = time.slice(0, 'YYYY-MM-DD'.length);
    const key = JSON.stringify([date, units, prices]);
    const known = this.shared.get(key);
    if (known !== undefined) return known;
    const lines = Object.entries(units).map(([block, count]) => ({
      ...{ block, date, price: prices[block] ?? null, units: count },
    }));
    const blocks = { date, lines };
    if (this.shared.size < MAX_SHARED) this.shared.set(key, blocks);
    return blocks;
  }
}

function put<T>(map: ByRow<T>, job: string, row: number, value: T): void {
  const rows = map.get(job) ?? new Map<number, T>();
  map.set(job, rows.set(row, value));
}
