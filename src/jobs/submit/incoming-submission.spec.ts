import { Answer } from '../../../packages/platform/src/http/answer.js';
import { BodyMemory } from '../../../packages/platform/src/http/body-memory.js';
import { IncomingSubmission } from './incoming-submission.js';

const MEGABYTE = 1024 * 1024;
const room = (waitMs: number): BodyMemory =>
  new BodyMemory({ total: 3 * MEGABYTE, perOwner: 2 * MEGABYTE, waitMs });
const sender = { owner: '1', maxBytes: 2 * MEGABYTE, maxRows: 250_000 };
const ROW = Buffer.from(`{"ref":"${'x'.repeat(100)}"},`);
const rows = (bytes: number): Buffer => Buffer.alloc(Math.floor(bytes / ROW.length) * ROW.length, ROW);
const BEGIN = Buffer.from('{"rows":[');
const END = Buffer.from('{}]}');

describe('a submission while it comes', () => {
  it('takes no room as long as it is small', async () => {
    const bodies = room(0);
    const incoming = new IncomingSubmission(bodies, sender);
    expect(await incoming.receive(rows(60_000))).toBeNull();
    expect(bodies.held).toBe(0);
    expect(incoming.finish()).toBeInstanceOf(Uint8Array);
  });

  it('takes room as it comes, and is sent away where there is none', async () => {
    const bodies = room(1);
    const first = new IncomingSubmission(bodies, sender);
    await first.receive(BEGIN);
    for (let part = 0; part < 19; part++) expect(await first.receive(rows(100_000))).toBeNull();
    expect(bodies.held).toBe(2 * MEGABYTE);
    const second = new IncomingSubmission(bodies, sender);
    const busy = await second.receive(rows(100_000));
    expect(busy).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '5' },
      body: { detail: 'intake_busy' },
    });
    await first.receive(END);
    expect(first.finish()).toMatchObject({ lists: [{ rows: 17_101 }] });
    first.release();
    expect(
      await new IncomingSubmission(bodies, sender).receive(Buffer.concat([BEGIN, rows(100_000)])),
    ).toBeNull();
  });

  it('that breaks off is no JSON', async () => {
    const incoming = new IncomingSubmission(room(1), sender);
    await incoming.receive(Buffer.concat([BEGIN, rows(100_000)]));
    const whole = incoming.finish();
    expect(whole instanceof Answer ? whole.body : whole).toMatchObject({ detail: 'malformed_json' });
  });
});
