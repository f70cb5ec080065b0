/**
 * A server that answers anything: the client waits within bounds, ends, and throws only errors of its own.
 */
import { CompanyData, CompanyDataError } from '../src/index.js';
import { pause } from '../src/pause.js';

const JOB = { job_id: 'job_1', status: 'completed', counts: { processed: 1 }, results_ready: true };
const ME = { scopes: ['read', 'enrich'], limits: { max_rows_per_job: 250_000 } };

/** @param answers by the end of the path; what is not named is answered well */
function world(answers: Readonly<Record<string, unknown>> = {}, headers: Record<string, string> = {}) {
  let calls = 0;
  const waits: number[] = [];
  const good: Readonly<Record<string, unknown>> = {
    whoami: ME,
    jobs: JOB,
    job_1: JOB,
    results: { results: [{ ref: 'a', status: 'done', blocks: {} }], next_cursor: null },
    errors: { errors: [], next_cursor: null },
    ...answers,
  };
  const client = new CompanyData({
    url: 'http://service.test',
    key: 'svc_test_key',
    pause: async (milliseconds) => void waits.push(milliseconds),
    fetch: async (input) => {
      calls += 1;
      const name = new URL(new Request(input).url).pathname.split('/').at(-1) ?? '';
      const answer = good[name];
      const body: unknown =
        typeof answer === 'function' ? (answer as (calls: number) => unknown)(calls) : answer;
      if (body instanceof Response) return body;
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status: 200, headers });
    },
  });
  const run = () => client.jobs.submit([{ company_number: '1' }], { blocks: ['domain'] });
  const read = async (): Promise<number> => {
    let rows = 0;
    const list = run();
    for await (const _ of list) rows += 1;
    for await (const _ of list.errors()) rows += 1;
    return rows;
  };
  return { client, read, waits, calls: () => calls };
}

const refused = (status: number, header: string): (() => Response) => {
  return () =>
    Response.json(
      { detail: 'rate_limited', request_id: 'r' },
      { status, headers: { 'retry-after': header } },
    );
};

describe('a hostile server', () => {
  it('does no harm where it answers well', async () => {
    expect(await world().read()).toBe(1);
  });

  const row = { ref: 'a', status: 'done', blocks: {} };
  const cases: [what: string, answers: Readonly<Record<string, unknown>>][] = [
    ['a page of HTML', { jobs: '<h1>Hello</h1>' }],
    ['an array', { jobs: [] }],
    ['JSON of no end', { jobs: '['.repeat(200_000) }],
    ['a submission without an id', { jobs: { ...JOB, job_id: undefined } }],
    ['an id that is a number', { jobs: { ...JOB, job_id: 7 } }],
    ['no limits', { whoami: {} }],
    ['a limit of no rows', { whoami: { limits: { max_rows_per_job: 0 } } }],
    ['a limit that is no number', { whoami: { limits: { max_rows_per_job: 'many' } } }],
    ['a limit below nought', { whoami: { limits: { max_rows_per_job: -5 } } }],
    ['a job without its end', { job_1: { ...JOB, results_ready: undefined } }],
    ['a job without counts', { job_1: { ...JOB, counts: null } }],
    ['counts beyond the rows', { job_1: { ...JOB, counts: { processed: 1e15 } } }],
    ['results that are no list', { results: { results: {}, next_cursor: null } }],
    ['a page without a cursor', { results: { results: [row] } }],
    ['a cursor that is a number', { results: { results: [row], next_cursor: 5 } }],
    ['the same cursor again', { results: { results: [], next_cursor: 'x' } }],
    ['endless pages of rows', { results: (n: number) => ({ results: [row], next_cursor: `c${n}` }) }],
    ['endless pages without rows', { results: (n: number) => ({ results: [], next_cursor: `c${n}` }) }],
    ['no results', { results: { results: [], next_cursor: null } }],
    ['endless pages of errors', { errors: (n: number) => ({ errors: [], next_cursor: `c${n}` }) }],
    ['an error of no row', { errors: { errors: [{ row: 1 }], next_cursor: null } }],
    ['an error twice', { errors: { errors: [{ row: 0 }, { row: 0 }], next_cursor: null } }],
  ];
  it.each(cases)('that answers %s ends the list with an error of the client', async (_, answers) => {
    const { read, calls } = world(answers);
    await expect(read()).rejects.toThrow(CompanyDataError);
    expect(calls()).toBeLessThan(150);
  });

  it('whose pages of one job never end, ends reading it by hand', async () => {
    const { client, calls } = world({ results: (n: number) => ({ results: [row], next_cursor: `c${n}` }) });
    const read = async (): Promise<void> => {
      for await (const _ of client.jobs.results('job_1'));
    };
    await expect(read()).rejects.toThrow('do not end');
    expect(calls()).toBeLessThan(150);
  });

  it('that sends more than a machine holds is not read to its end', async () => {
    let sent = 0;
    const flood = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(2 ** 24).fill(0x20));
      },
    });
    const { client } = world({ whoami: () => new Response(flood) });
    await expect(client.whoami()).rejects.toThrow('more than 256 MB');
    expect(sent).toBeLessThan(25);
  });

  it.each(['9999999999', '99999999999999999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])(
    'that asks to be left alone for ever (%s) is asked once a day',
    async (header) => {
      let calls = 0;
      const { client, waits } = world({
        whoami: () => ((calls += 1) < 5 ? refused(429, header)() : ME),
      });
      await client.whoami({ overnight: true });
      expect(waits).toHaveLength(4);
      for (const wait of waits) {
        expect(wait).toBeGreaterThanOrEqual(86_400_000);
        expect(wait).toBeLessThanOrEqual(86_401_000);
      }
    },
  );

  it.each(['0', '-5', 'NaN', '-Infinity', 'Thu, 01 Jan 1970 00:00:00 GMT', '0x10', ''])(
    'that wants to be asked at once (%j) is asked ever more seldom',
    async (header) => {
      let calls = 0;
      const { client, waits } = world({
        whoami: () => ((calls += 1) < 9 ? refused(429, header)() : ME),
      });
      await client.whoami({ overnight: true });
      expect(waits.at(-1)).toBeGreaterThanOrEqual(15_000);
    },
  );

  it.each([1e300, -1e9, 0, '1000', null, {}])(
    'whose job names a wild pause (%j) is asked within bounds',
    async (asked) => {
      let calls = 0;
      const { read, waits } = world({
        job_1: () => ((calls += 1) < 3 ? { ...JOB, results_ready: false, retry_after_ms: asked } : JOB),
      });
      await read();
      for (const wait of waits) {
        expect(wait).toBeGreaterThanOrEqual(20);
        expect(wait).toBeLessThanOrEqual(600_000);
      }
    },
  );

  it('can not make a timer end at once', async () => {
    const stop = new AbortController();
    let ended = false;
    const waiting = pause(1e12, stop.signal).finally(() => (ended = true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(ended).toBe(false);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});
