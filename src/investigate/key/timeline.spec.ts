import fc from 'fast-check';
import { NOT_IN_REQUEST_LOG, type RequestLine } from '../request-line.js';
import type { LoggedRequest } from '../request-log/request-batches.js';
import { timeline } from './investigate-key.js';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const at = (seconds: number): string => new Date(NOON + seconds * 1_000).toISOString();

const act = (id: number, seconds: number): RequestLine => ({
  request_id: `req_${id}`,
  time: at(seconds),
  kind: 'submitted',
  job_id: null,
  operation: 'enrich_job',
  event_id: `event_${id}`,
  ...NOT_IN_REQUEST_LOG,
});
const call = (id: number, seconds: number): LoggedRequest => ({
  time: at(seconds),
  request_id: `req_${id}`,
  key_id: 'abcdefghijkl',
  account_id: 1001,
  method: 'POST',
  path: '/v1/enrich/jobs',
  status: 202,
  detail: null,
  job_id: null,
  replayed: false,
  traceparent: null,
});
const byTime = (a: { time: string }, b: { time: string }): number => (a.time < b.time ? -1 : 1);

/** Requests: when each came in, how long until its act, and which of the two logs know of it. */
const requests = fc.array(
  fc.record({
    came: fc.integer({ min: 0, max: 86_400 }),
    took: fc.integer({ min: 0, max: 600 }),
    known: fc.constantFrom<'acted' | 'called' | 'both'>('acted', 'called', 'both'),
  }),
  { maxLength: 60 },
);

it('joins what two logs say of a request, each once and in order of time', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (all) => {
      const acts = all.flatMap(({ came, took, known }, id) =>
        known === 'called' ? [] : [act(id, came + took)],
      );
      const calls = all.flatMap(({ came, known }, id) => (known === 'acted' ? [] : [call(id, came)]));
      const lines: RequestLine[] = [];
      for await (const line of timeline(acts.sort(byTime), calls.sort(byTime))) lines.push(line);
      expect(lines.map(({ request_id }) => request_id).sort()).toEqual(
        all.map((_, id) => `req_${id}`).sort(),
      );
      expect(lines.map(({ time }) => time)).toEqual(lines.map(({ time }) => time).sort());
      all.forEach(({ known }, id) => {
        const line = lines.find(({ request_id }) => request_id === `req_${id}`);
        expect([line?.event_id !== null, line?.status !== null]).toEqual([
          known !== 'called',
          known !== 'acted',
        ]);
      });
    }),
  );
});
