/** Values that blocks are seen to serve: a block that answered from a constant would serve one. */
import { BLOCK_KEYS, type BlockKey } from '../../../../packages/contract/src/block-key.js';
import { goldenAnswers } from '../../../http/golden/golden-answers.js';
import type { Area } from './cell.js';
import type { CodesWorld } from './codes-world.js';

/** Distinct values by block, as JSON. */
export class SeenValues {
  private readonly values = new Map<BlockKey, Set<string>>();

  /** Kept answers of real companies, which `test/http/golden` proves. */
  addGolden(): void {
    for (const { blocks } of goldenAnswers())
      for (const key of BLOCK_KEYS) {
        const { status, value } = blocks[key] ?? {};
        if (status === 'available') this.add(key, JSON.stringify(value));
      }
  }

  /** Asks for all blocks of every company of the area's cases. */
  async gather({ cells, others = [] }: Area, world: CodesWorld): Promise<void> {
    const numbers = new Set([...others, ...cells.flatMap(({ asked }) => asked.row.company_number ?? [])]);
    for (const company_number of numbers)
      for (const [key, { status, value }] of await world.envelopes({ row: { company_number } }, BLOCK_KEYS))
        if (status === 'available') this.add(key, JSON.stringify(value));
  }

  count(key: BlockKey): number {
    return this.values.get(key)?.size ?? 0;
  }

  private add(key: BlockKey, value: string): void {
    const known = this.values.get(key) ?? new Set();
    this.values.set(key, known.add(value));
  }
}
