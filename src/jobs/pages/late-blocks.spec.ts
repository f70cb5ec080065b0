import { withLateBlocks } from './late-blocks.js';

const envelope = { status: 'available', value: { total_count: 4 } };
const row = (blocks: object): Uint8Array =>
  Buffer.from(JSON.stringify({ ref: 'r0', status: 'pending', blocks }));
const served = (json: Uint8Array): unknown => JSON.parse(Buffer.from(json).toString('utf8'));

describe('a row whose blocks came late', () => {
  it('is done once none is pending', () => {
    const blocks = { charges: { status: 'pending' }, industry: { status: 'not_found' } };
    expect(served(withLateBlocks(row(blocks), [{ block: 'charges', envelope }]))).toEqual({
      ref: 'r0',
      status: 'done',
      blocks: { charges: envelope, industry: { status: 'not_found' } },
    });
  });

  it('stays pending while another block is', () => {
    const blocks = { charges: { status: 'pending' }, officers: { status: 'pending' } };
    expect(served(withLateBlocks(row(blocks), [{ block: 'charges', envelope }]))).toEqual({
      ref: 'r0',
      status: 'pending',
      blocks: { charges: envelope, officers: { status: 'pending' } },
    });
  });
});
