import { OtlpCollector } from '../../../../test/support/system/otlp-collector.js';
import { eventually } from '../../../../test/support/eventually.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import {
  beginTrace,
  isTracing,
  span,
  spanFrom,
  spanNow,
  spansFrom,
  startTracing,
  stopTracing,
  traceIdsNow,
  traceparentNow,
} from './tracing.js';

const CLIENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

const collector = forEachTest(() => OtlpCollector.start());
let warned: [fields: object, message: string][];
beforeEach(() => {
  warned = [];
});
afterEach(() => stopTracing());

const start = (perSecond = 1_000): Promise<void> =>
  startTracing({ endpoint: collector.url, headers: {}, service: 'test', perSecond }, 'api', {
    warn: (fields, message) => void warned.push([fields, message]),
  });

/** The spans of a request that does this work, once they were sent. */
async function traced(work: () => Promise<unknown>, client: string | null = null) {
  const request = beginTrace('request', {}, client);
  await request?.run(work).catch((error: unknown) => request.fail(error));
  request?.end();
  await stopTracing();
  return collector.spans;
}

describe('traces that are off', () => {
  it('are nothing but the work', async () => {
    await startTracing(null, 'api', { warn: () => undefined });
    expect([isTracing(), beginTrace('request', {}, CLIENT)]).toEqual([false, null]);
    const seen = () => [traceparentNow(), traceIdsNow()];
    expect(await span('a', {}, async () => seen())).toEqual([undefined, {}]);
    expect(await spanFrom(CLIENT, 'b', {}, async () => seen())).toEqual([undefined, {}]);
    expect(spanNow('c', {}, seen)).toEqual([undefined, {}]);
    expect(
      await spansFrom(
        () => [CLIENT],
        'd',
        {},
        async () => seen(),
      ),
    ).toEqual([undefined, {}]);
  });
});

describe('traces', () => {
  it('nest what is done within what', async () => {
    await start();
    const spans = await traced(() =>
      span('outer', { rows: 3 }, async () => spanNow('inner', {}, () => undefined)),
    );
    const [inner, outer, request] = spans;
    expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
      ['inner', outer?.id],
      ['outer', request?.id],
      ['request', null],
    ]);
    expect(outer?.fields).toEqual({ rows: 3 });
    expect(inner?.trace).toBe(request?.trace);
  });

  it('name what failed by its kind alone: messages tell what was asked for', async () => {
    await start();
    const failing = async (): Promise<never> => {
      throw new RangeError('the website secret.example could not be read');
    };
    const spans = await traced(() => span('outer', {}, failing));
    expect(spans.map(({ failed, fields }) => [failed, fields])).toEqual([
      [true, { 'error.type': 'RangeError' }],
      [true, { 'error.type': 'RangeError' }],
    ]);
    expect(JSON.stringify(spans)).not.toContain('secret');
  });

  it.each([
    ['a client’s own goes on, sampled or not', CLIENT, '0af7651916cd43dd8448eb211c80319c'],
    ['one without a trace', '00-00000000000000000000000000000000-b7ad6b7169203331-01', null],
    ['one of another form', 'ff', null],
  ])('begin anew unless there is a trace: %s', async (_what, header, trace) => {
    await start();
    const [request] = await traced(async () => undefined, header);
    expect(request?.parent).toBe(trace === null ? null : 'b7ad6b7169203331');
    expect(request?.trace === '0af7651916cd43dd8448eb211c80319c').toBe(trace !== null);
  });

  it('are begun so often in a second, and what belongs to no trace has no span', async () => {
    await start(1);
    expect(beginTrace('request', {}, CLIENT)).not.toBeNull();
    expect(beginTrace('request', {}, CLIENT)).toBeNull();
    expect(beginTrace('another', {}, CLIENT)).not.toBeNull();
    expect(await span('work', {}, async () => traceparentNow())).toBeUndefined();
    await stopTracing();
    expect(collector.spans).toEqual([]);
  });

  it('are followed while a span of any is open, and no longer', async () => {
    await start();
    const [first, second] = [beginTrace('request', {}, CLIENT), beginTrace('request', {}, null)];
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const seen: unknown[] = [];
    const work = first?.run(async () => {
      seen.push(traceIdsNow().trace_id);
      await held;
      seen.push(traceIdsNow().trace_id);
      second?.end();
      second?.end();
      seen.push(traceIdsNow().trace_id);
      first.end();
      seen.push(traceIdsNow().trace_id, await span('work', {}, async () => traceparentNow()));
    });
    go();
    await work;
    await stopTracing();
    const trace = first?.ids.trace_id;
    expect(seen).toEqual([trace, trace, trace, undefined, undefined]);
  });

  it('have a span in each of several that one piece of work goes on with', async () => {
    await start();
    const other = '00-11111111111111111111111111111111-b7ad6b7169203331-01';
    await spansFrom(
      () => [CLIENT, 'none', other],
      'project',
      {},
      async () => undefined,
    );
    await stopTracing();
    expect(collector.spans.map(({ trace }) => trace.slice(0, 4))).toEqual(['0af7', '1111']);
  });

  it('that are lost are told once, and so is that they arrive again', async () => {
    await start();
    const one = (): void => beginTrace('request', {}, null)?.end();
    collector.status = 400;
    one();
    await eventually('a refusal', () => warned.length === 1);
    one();
    await eventually('another delivery', () => collector.deliveries.length === 2);
    collector.status = 200;
    one();
    await eventually('a word of the end', () => warned.length === 2);
    expect(warned.map(([, message]) => message)).toEqual([
      'traces are lost: the collector takes none',
      'the collector takes traces again',
    ]);
    expect(warned[0]?.[0]).toMatchObject({ endpoint: collector.url });
  });

  it('keep no role from ending where nothing listens', async () => {
    await start();
    beginTrace('request', {}, null)?.end();
    await collector.close();
    await stopTracing();
    expect(isTracing()).toBe(false);
  });
});
