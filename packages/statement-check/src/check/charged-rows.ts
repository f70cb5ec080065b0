/** Keeps the charges of statements by job and row, to compare later lines with them. */
import type { AdjustedLineFact, ChargeFact } from '../format/facts.js';

/** The blocks of one charge, without the row. Equal charges share one object, since a month has many. */
export interface BlocksOfCharge {
  /** YYYY-MM-DD, UTC. */
  readonly date: string;
  readonly lines: readonly AdjustedLineFact[];
}

/**
 * `again`: the row, or a block of the charge, was charged before. `behind`: the same statement lists a late
 * block of the row before the charge of the row.
 */
export type ChargeSequence = 'new' | 'again' | 'behind';

type ByRow<T> = Map<string, Map<number, T>>;
interface LateBlocks {
  readonly lists: readonly BlocksOfCharge[];
  /** The statement in which the last of them stands. */
  readonly statement: number;
}

const MAX_SHARED = 10_000;

export class ChargedRows {
  private readonly rows: ByRow<BlocksOfCharge> = new Map();
  private readonly lateBlocks: ByRow<LateBlocks> = new Map();
  private readonly shared = new Map<string, BlocksOfCharge>();
  private statement = 0;

  /** Begins the next statement of the account. */
  begin(): void {
    this.statement++;
  }

  /** Adds a charge, unless the same charge was added before. */
  add(fact: ChargeFact): { readonly place: ChargeSequence; readonly blocks: BlocksOfCharge } {
    const { entry, job_id, row } = fact;
    const blocks = this.blocksOf(fact);
    const charged = this.rows.get(job_id)?.get(row);
    const late = this.lateBlocks.get(job_id)?.get(row);
    const isCharged = blocks.lines.some(({ block }) => this.lineOf(job_id, row, block) !== undefined);
    if (isCharged || (entry === 'row' && charged !== undefined)) return { place: 'again', blocks };
    if (entry === 'row') put(this.rows, job_id, row, blocks);
    else
      put(this.lateBlocks, job_id, row, {
        lists: [...(late?.lists ?? []), blocks],
        statement: this.statement,
      });
    return { place: entry === 'row' && late?.statement === this.statement ? 'behind' : 'new', blocks };
  }

  /** The charged unit of a block of a row, or undefined. */
  lineOf(job: string, row: number, block: string): AdjustedLineFact | undefined {
    return this.linesOf(job, row).find((line) => line.block === block);
  }

  /** The charged units of a row, late blocks included. */
  linesOf(job: string, row: number): readonly AdjustedLineFact[] {
    const charged = this.rows.get(job)?.get(row);
    const late = this.lateBlocks.get(job)?.get(row);
    if (late === undefined) return charged?.lines ?? [];
    return [...(charged?.lines ?? []), ...late.lists.flatMap(({ lines }) => lines)];
  }

  /** The charged units of a job: one list for each row and each late block. */
  *chargesOf(job: string): Generator<readonly AdjustedLineFact[]> {
    for (const { lines } of this.rows.get(job)?.values() ?? []) yield lines;
    for (const { lists } of this.lateBlocks.get(job)?.values() ?? [])
      for (const { lines } of lists) yield lines;
  }

  private blocksOf({ prices, time, units }: ChargeFact): BlocksOfCharge {
    const date = time.slice(0, 'YYYY-MM-DD'.length);
    const key = JSON.stringify([date, units, prices]);
    const cachedBlocks = this.shared.get(key);
    if (cachedBlocks !== undefined) return cachedBlocks;
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
