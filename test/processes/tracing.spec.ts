/** What a request sets off, in whatever process, is one trace; and nothing of that is there while it is off. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OtlpCollector, type CollectedSpan } from '../support/system/otlp-collector.js';
import type { PatientClient } from '../support/patient-client.js';
import { companyNumbers } from '../support/sample-register.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { endOf, patiently } from './patiently.js';

jest.setTimeout(180_000);

const TELL_MODULES = join(__dirname, 'programs', 'tell-modules.js');
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CLIENT = 'b7ad6b7169203331';
const FROM_CLIENT = { traceparent: `00-${TRACE}-${CLIENT}-00` };

const folder = forAllTests(() => new TemporaryFolder());
const collector = forAllTests(() => OtlpCollector.start());

/** A process a role, each of which tells what it loads. */
async function started(settings: Readonly<Record<string, string>>) {
  const plan = (role: 'api' | 'worker' | 'projector') => ({
    roles: [role],
    nodeOptions: ['--require', TELL_MODULES],
    printsTo: folder.file(`${role}.log`),
    settings: { LOG_LEVEL: 'info', TELL_MODULES_TO: folder.path, ...settings },
  });
  const plans = { api: plan('api'), worker: plan('worker'), projector: plan('projector') };
  const world = await ProcessWorld.create({ plans });
  const { key } = await world.account('Traced');
  await world.fleet.startAll();
  return { world, client: world.client(key) };
}

async function ranJob(client: PatientClient, key: string): Promise<string> {
  const rows = companyNumbers()
    .slice(0, 3)
    .map((company_number) => ({ company_number }));
  const { headers, body } = await client.ask('/v1/enrich/jobs', {
    method: 'POST',
    headers: { 'x-idempotency-key': key, ...FROM_CLIENT },
    body: { blocks: ['company_identity'], rows },
  });
  expect([...headers.keys()].filter((name) => /^trace/.test(name))).toEqual([]);
  const job = String(body['job_id']);
  await endOf(client, job);
  return job;
}

let files = 0;
const tracedEvents = async (world: ProcessWorld): Promise<readonly string[]> => {
  const file = folder.file(`${files++}.jsonl`);
  await world.cli.run('events', 'export', file);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"traceparent"'));
};

const modulesOfTelemetry = (): readonly string[] =>
  readdirSync(folder.path)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) => readFileSync(folder.file(name), 'utf8').split('\n'))
    .filter((path) => path.includes('@opentelemetry'));

describe('a service without a collector', () => {
  it('loads nothing of OpenTelemetry, and keeps no trace of a client in its log', async () => {
    const { world, client } = await started({});
    try {
      await ranJob(client, 'untraced');
      expect(await tracedEvents(world)).toEqual([]);
      await world.fleet.stopAll();
      expect(readdirSync(folder.path)).not.toEqual([]);
      expect(modulesOfTelemetry()).toEqual([]);
    } finally {
      await world.remove();
    }
  });
});

describe('a service with a collector', () => {
  let world: ProcessWorld;
  let client: PatientClient;
  let job: string;
  beforeAll(async () => {
    ({ world, client } = await started({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=of%20the%20test',
      OTEL_SERVICE_NAME: 'under test',
    }));
    job = await ranJob(client, 'traced');
  });
  afterAll(() => world.remove());

  const spansOf = (name: string): readonly CollectedSpan[] =>
    collector.ofTrace(TRACE).filter((span) => span.name === name);

  it('sends what a submission set off in three processes as one trace, under the client’s own', async () => {
    await patiently('the spans of all', () => {
      const names = new Set(collector.ofTrace(TRACE).map(({ name, of }) => `${String(of['role'])} ${name}`));
      return ['api submitJob', 'worker chunk', 'worker source companies', 'projector project'].every((name) =>
        names.has(name),
      );
    });
    await world.fleet.stopAll();
    const trace = collector.ofTrace(TRACE);
    expect(new Set(trace.map(({ of }) => of['process.pid'])).size).toBe(3);
    const ids = new Set([CLIENT, ...trace.map(({ id }) => id)]);
    expect(trace.filter(({ parent }) => parent === null || !ids.has(parent))).toEqual([]);
    expect(trace.filter(({ failed }) => failed)).toEqual([]);
    const [request] = spansOf('submitJob');
    expect(request).toMatchObject({
      parent: CLIENT,
      fields: { 'http.request.method': 'POST', 'http.response.status_code': 202 },
      of: { 'service.name': 'under test', role: 'api' },
    });
    const [command] = spansOf('SubmitJob');
    expect(command?.parent).toBe(request?.id);
    const [chunk] = spansOf('chunk');
    expect(chunk?.fields).toEqual({ job_id: job, chunk: 0 });
    const ofChunk = trace.filter(({ parent }) => parent === chunk?.id).map(({ name }) => name);
    expect(ofChunk).toEqual(
      expect.arrayContaining([
        'StartChunk',
        'source companies',
        'DeliverRows',
        'RecordChunk',
        'CompleteChunk',
      ]),
    );
    const lanes = spansOf('project').map(({ fields }) => fields['lane']);
    expect([...new Set(lanes)].sort()).toEqual(['access', 'billing', 'pages', 'support', 'work']);
    expect(modulesOfTelemetry()).not.toEqual([]);
    for (const { 'x-api-key': sent } of collector.deliveries) expect(sent).toBe('of the test');
  });

  it('keeps in the metadata of events the trace that they were written in', async () => {
    const lines = await tracedEvents(world);
    const traces = lines.map((line) => /"traceparent":"00-([0-9a-f]{32})-[0-9a-f]{16}-01"/.exec(line)?.[1]);
    expect(traces.filter((trace) => trace === TRACE).length).toBeGreaterThan(4);
    expect(traces).not.toContain(undefined);
  });

  it('tells in its log which trace a line belongs to', () => {
    expect(readFileSync(folder.file('api.log'), 'utf8')).toMatch(
      new RegExp(`"trace_id":"${TRACE}","span_id":"[0-9a-f]{16}".*"operation":"submitJob"`),
    );
  });

  it('says nothing of a company to the collector', () => {
    const [number] = companyNumbers();
    expect(JSON.stringify(collector.spans)).not.toContain(number);
  });
});
