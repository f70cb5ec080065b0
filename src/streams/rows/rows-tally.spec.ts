import * as fc from 'fast-check';
import { anyRows, brokenPack, recordedPack } from '../../../test/support/logs/recorded-packs.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { decodeRowsEvents } from './rows.events.js';
import { tallyRows } from './rows-tally.js';

describe('the tally of a pack', () => {
  it('says what its logical events say', () => {
    fc.assert(
      fc.property(fc.nat(1_000), anyRows, (from, pack) => {
        const stored = recordedPack(from, pack);
        const units = new Map<string, number>();
        const pending: number[] = [];
        const blocksOf = new Map<number, number>();
        const notFound = new Map<string, number>();
        let charged = 0;
        let unnamed = 0;
        const failed = new Map<string, number>();
        const unreachable = new Set<number>();
        const unbilled = new Set(pack.keys());
        for (const { event } of decodeRowsEvents(stored)) {
          if (event.type === 'RowCharged') {
            charged++;
            if (Object.values(event.data.units).some((count) => count > 0))
              unbilled.delete(event.data.row - from);
            for (const [block, count] of Object.entries(event.data.units) as [BlockKey, number][])
              if (count > 0) units.set(block, (units.get(block) ?? 0) + count);
          }
          if (event.type === 'RowFailed') {
            const { reason } = event.data;
            failed.set(reason, (failed.get(reason) ?? 0) + 1);
            if (reason !== 'not_matched' && reason !== 'site_unreachable') unnamed++;
            if (reason === 'site_unreachable') unreachable.add(event.data.row);
          }
          if (event.type !== 'RowResolved') continue;
          for (const [block, { status }] of Object.entries(event.data.blocks))
            if (status === 'not_found') notFound.set(block, (notFound.get(block) ?? 0) + 1);
          if (
            Object.values(event.data.blocks).some(
              (block) => 'reason' in block && block.reason === 'site_unreachable',
            )
          )
            unreachable.add(event.data.row);
          const blocks = Object.values(event.data.blocks).filter(({ status }) => status === 'pending').length;
          if (blocks === 0) continue;
          pending.push(event.data.row);
          blocksOf.set(event.data.row, blocks);
        }
        const unsettled = [...blocksOf]
          .filter(([row]) => unbilled.has(row - from))
          .map(([row, blocks]) => ({ row, blocks }));
        for (const row of pending) unbilled.delete(row - from);
        const tally = tallyRows(stored);
        expect(tally.event.data).toMatchObject({
          charged,
          pending,
          unsettled,
          unnamed,
          unreachable: unreachable.size,
          unbilled: unbilled.size,
          count: pack.length,
          from,
        });
        expect(new Map(Object.entries(tally.event.data.units))).toEqual(units);
        expect(new Map(Object.entries(tally.event.data.failed))).toEqual(failed);
        expect(new Map(Object.entries(tally.event.data.not_found))).toEqual(notFound);
        expect({ ...tally, event: null }).toEqual({ ...decodeRowsEvents(stored)[0], event: null });
      }),
    );
  });

  it('takes no sum from the log: figures beside the rows change nothing', () => {
    fc.assert(
      fc.property(anyRows, (pack) => {
        const stored = recordedPack(0, pack);
        const text = Buffer.from(stored.data).toString('utf8');
        const forged = {
          charged: 9,
          count: 9,
          units: { charges: 9 },
          not_found: {},
          unbilled: 9,
          pending: [9],
        };
        const data = Buffer.from(JSON.stringify({ ...JSON.parse(text), ...forged }));
        expect(tallyRows({ ...stored, data }).event.data).toEqual(tallyRows(stored).event.data);
      }),
    );
  });

  it('refuses a pack whose rows point at no outcome', () => {
    expect(() => tallyRows(brokenPack())).toThrow('unknown type or shape RowsRecorded');
  });
});
