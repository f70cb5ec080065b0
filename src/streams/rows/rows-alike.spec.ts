import * as fc from 'fast-check';
import { anyRows, brokenPack, recordedPack } from '../../../test/support/logs/recorded-packs.js';
import { decodeAlike } from './rows-alike.js';
import { decodeRowsEvents, type RowCharged, type RowResolved } from './rows.events.js';

/** What a pack says of each row, whichever way it was read. */
type Told = {
  readonly row: number;
  readonly company_number: RowResolved['data']['company_number'];
  readonly blocks: RowResolved['data']['blocks'];
  readonly units: RowCharged['data']['units'];
};
const byRow = (a: { row: number }, b: { row: number }): number => a.row - b.row;

describe('a pack by rows that were answered alike', () => {
  it('says what its logical events say', () => {
    fc.assert(
      fc.property(fc.nat(1_000), anyRows, (from, pack) => {
        const stored = recordedPack(from, pack);
        const [head, ...logical] = decodeRowsEvents(stored).map(({ event }) => event);
        const resolved = logical.filter((event) => event.type === 'RowResolved');
        const charged = logical.filter((event) => event.type === 'RowCharged');
        const failed = logical.filter((event) => event.type === 'RowFailed');
        const [one, ...more] = decodeAlike(stored);
        if (one?.event.type !== 'RowsRecorded') throw new Error('no record');
        const { alike, failures, ...rest } = one.event.data;
        expect(more).toEqual([]);
        expect({ ...one, event: { ...one.event, data: rest } }).toEqual({
          ...decodeRowsEvents(stored)[0],
          event: head,
        });
        const told = alike.flatMap(({ blocks, units, rows }) =>
          rows.map((row): Told => ({ ...row, blocks, units })),
        );
        expect(told.sort(byRow)).toEqual(
          resolved.map(({ data: { row, company_number, blocks } }, index): Told => {
            const units = charged[index]?.data.units ?? {};
            return { row, company_number, blocks, units };
          }),
        );
        expect(failures).toEqual(failed.map(({ data: { row, reason } }) => ({ row, reason })));
      }),
    );
  });

  it('refuses a pack whose rows point at no outcome', () => {
    expect(() => decodeAlike(brokenPack())).toThrow('unknown type or shape RowsRecorded');
  });
});
