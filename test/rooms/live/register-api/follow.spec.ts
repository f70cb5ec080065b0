/** `register follow` over HTTP: no event is lost or told twice, whatever breaks off. */
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegisterApiProcess } from '../../../../packages/register-api-stand-in/src/index.js';
import {
  followRegister,
  type FollowRequest,
  type FollowSummary,
} from '../../../../packages/enrichment/src/register/follow/follow-register.js';
import {
  FOLLOWED_SOURCES,
  streamsOf,
} from '../../../../packages/enrichment/src/register/follow/followed-streams.js';
import { settingsFrom } from '../../../../src/settings/settings.js';
import { charges } from '../../../../packages/enrichment/src/sources/charges/charges.source.js';
import { eventually } from '../../../support/eventually.js';
import { RecordsWorld } from '../../../support/worlds/records-world.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';

const PROGRAM = join(__dirname, '..', '..', '..', '..', 'bin', 'company-data.js');
const COMPANY = '07310390';

const register = forEachTest(() => RegisterApiProcess.start({ heartbeatMs: 20 }));
const world = forEachTest(() => new RecordsWorld());
const environment = forEachTest(() => ({
  DATA_DIR: world.dataDir,
  REGISTER_STREAM_KEY: RegisterApiProcess.streamKey,
  REGISTER_STREAM_URL: register.url,
}));

const chargeEvent = (timepoint: number, more: object = {}) => ({
  resource_kind: 'company-charges',
  resource_uri: `/company/${COMPANY}/charges/${timepoint}`,
  resource_id: String(timepoint),
  data: {
    charge_number: timepoint,
    status: 'outstanding',
    delivered_on: '2026-11-20',
    links: { self: `/company/${COMPANY}/charges/${timepoint}` },
  },
  event: { timepoint, published_at: '2026-11-21T10:00:00', type: 'changed' },
  ...more,
});

/** A whole edition for the events to be laid over. */
const importCharges = () =>
  world.import(
    charges,
    [
      world.writeLines('charges.jsonl', [
        {
          company_number: COMPANY,
          resource: 'charges',
          fetched_at: '2026-11-01T09:00:00Z',
          data: { total_count: 0, items: [] },
        },
      ]),
    ],
    { asOf: '2026-11-01' },
  );

const chargesInForce = (): readonly number[] =>
  world.inForce(charges, (edition) =>
    (edition.byNumbers([COMPANY]).get(COMPANY)?.items ?? []).map(({ data }) => data.charge_number ?? 0),
  );

/** Follows in this process. */
class Run {
  readonly said: string[] = [];
  readonly ended: Promise<FollowSummary>;
  private readonly ending = new AbortController();

  constructor(more: Partial<FollowRequest> = {}) {
    this.ended = followRegister(settingsFrom(environment), {
      sources: ['charges'],
      every: 86_400_000,
      restart: false,
      signal: this.ending.signal,
      report: (text) => this.said.push(text),
      ...more,
    });
    this.ended.catch(() => undefined); // looked at by the test
  }

  async stop(): Promise<FollowSummary> {
    this.ending.abort();
    return this.ended;
  }
}

const listening = (): Promise<unknown> =>
  eventually('the stream is listened to', async () => {
    const streams = await register.control.listening();
    return (streams['charges'] ?? 0) > 0;
  });

const spooled = (): string => {
  try {
    return readFileSync(join(world.dataDir, 'register-follow', 'charges', 'events.ndjson'), 'utf8');
  } catch {
    return '';
  }
};
/** Of whole lines. */
const timepointsSpooled = (): readonly number[] =>
  spooled()
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { event: { timepoint: number } }).event.timepoint);
const spooledUpTo = (timepoint: number): Promise<unknown> =>
  eventually(`event ${timepoint} is kept`, async () => timepointsSpooled().includes(timepoint));

describe('register follow', () => {
  it('keeps events through cut connections, ends, bad lines and heartbeats, each once and in order', async () => {
    const run = new Run();
    await listening();
    await register.control.publish(chargeEvent(2_000_001));
    await register.control.say('charges', 'no json\n[[]]\n{"event":{"timepoint":"x"}}\n\n');
    await register.control.say('charges', '{"event":{"timepo'); // and the connection breaks off
    await spooledUpTo(2_000_001);
    await register.control.cutStreams();
    await register.control.publish(chargeEvent(2_000_002));
    await spooledUpTo(2_000_002);
    await register.control.endStreams();
    await register.control.publish(chargeEvent(2_000_003));
    await spooledUpTo(2_000_003);
    const { streams } = await run.stop();
    expect(timepointsSpooled()).toEqual([2_000_001, 2_000_002, 2_000_003]);
    expect(streams).toEqual([
      expect.objectContaining({
        stream: 'charges',
        ending: 'stopped',
        timepoint: 2_000_003,
        events: 3,
        waiting: 3,
      }),
    ]);
  });

  it('listens to every stream of every source that can be followed', async () => {
    const run = new Run({ sources: FOLLOWED_SOURCES });
    const streams = FOLLOWED_SOURCES.flatMap(streamsOf);
    await eventually('all are listened to', async () => {
      const heard = await register.control.listening();
      return streams.every((stream) => heard[stream] === 1);
    });
    const told = (await run.stop()).streams.map(({ source, stream }) => `${source} ${stream}`);
    expect(told).toHaveLength(streams.length);
    expect(told).toEqual(
      expect.arrayContaining(['psc company-exemptions', 'filings insolvency-cases', 'officers officers']),
    );
  });

  it('goes on from the timepoint that it reached, also after a torn line', async () => {
    const first = new Run();
    await listening();
    await register.control.publish(chargeEvent(2_000_001));
    await spooledUpTo(2_000_001);
    await first.stop();
    await register.control.publish(chargeEvent(2_000_002));
    appendFileSync(
      join(world.dataDir, 'register-follow', 'charges', 'events.ndjson'),
      JSON.stringify(chargeEvent(2_000_002)).slice(0, 90),
    );
    const second = new Run();
    await spooledUpTo(2_000_002);
    await second.stop();
    expect(timepointsSpooled()).toEqual([2_000_001, 2_000_002]);
    const asked = (await register.control.requests()).map(({ path }) => path);
    expect(asked).toEqual(['/charges', '/charges?timepoint=2000001']);
  });

  it('lays what came over the edition in force, and a deletion takes a charge away', async () => {
    await importCharges();
    const run = new Run({ every: 1_000 });
    await listening();
    await register.control.publish(chargeEvent(2_000_001));
    await register.control.publish(chargeEvent(2_000_002));
    await eventually('both charges are in force', async () => chargesInForce().length === 2);
    const deleted = { timepoint: 2_000_003, published_at: '2026-11-21T11:00:00', type: 'deleted' };
    await register.control.publish(chargeEvent(2_000_001, { event: deleted }));
    await eventually('one is gone', async () => chargesInForce().length === 1);
    const { overlays, refused, streams } = await run.stop();
    expect([chargesInForce(), overlays >= 2, refused]).toEqual([[2_000_002], true, 0]);
    expect(streams).toMatchObject([{ timepoint: 2_000_003, waiting: 0 }]);
  });

  it('keeps events while no edition is there to lay them over', async () => {
    const run = new Run({ every: 1_000 });
    await listening();
    await register.control.publish(chargeEvent(2_000_001));
    await eventually('it says so', async () =>
      run.said.some((line) => line.includes('no edition of charges')),
    );
    expect(await run.stop()).toMatchObject({ overlays: 0, streams: [{ waiting: 1 }] });
    await importCharges();
    const next = new Run({ every: 1_000 });
    await eventually('the charge is in force', async () => chargesInForce().length === 1);
    await next.stop();
  });

  it('says that a snapshot is needed where the register has forgotten, and goes on from now after it', async () => {
    const first = new Run();
    await listening();
    await register.control.publish(chargeEvent(2_000_001));
    await spooledUpTo(2_000_001);
    await first.stop();
    await register.control.forgetBefore('charges', 2_000_050);
    const second = new Run();
    expect(await second.ended).toMatchObject({
      streams: [{ ending: 'snapshot_needed', timepoint: 2_000_001 }],
    });
    expect(second.said.at(-1)).toMatch(
      /^charges: the register no longer has the events after timepoint 2000001/,
    );
    const third = new Run({ restart: true });
    await listening();
    await register.control.publish(chargeEvent(2_000_060));
    await spooledUpTo(2_000_060);
    expect(await third.stop()).toMatchObject({ streams: [{ timepoint: 2_000_060, waiting: 1 }] });
  });

  it.each(['server-error', 'too-many-requests', 'dropped', 'gzip-bomb'] as const)(
    'comes back after %s',
    async (fault) => {
      await register.control.nextRequests(fault, 1);
      const run = new Run();
      await listening();
      await run.stop();
    },
  );

  it('leaves a line alone that has no end, and one that is nested without end', async () => {
    const run = new Run();
    await listening();
    await register.control.say('charges', `${'['.repeat(100_000)}${']'.repeat(100_000)}\n`);
    await register.control.say('charges', 'x'.repeat(5 * 1024 * 1024));
    await eventually('it says so', async () => run.said.some((line) => line.includes('has no end')));
    await register.control.publish(chargeEvent(2_000_001)).then(() => listening());
    await register.control.publish(chargeEvent(2_000_002));
    await spooledUpTo(2_000_002);
    await run.stop();
    expect(run.said).toContainEqual(expect.stringContaining('JSON that is nested too deep; 1 so far'));
  });
});

describe('register follow ends', () => {
  it('where the register refuses the key, without showing it', async () => {
    environment['REGISTER_STREAM_KEY'] = 'wrong-secret';
    await expect(new Run().ended).rejects.toMatchObject({
      code: 'register_refused',
      message: "the register refused the stream's key with 401",
    });
  });

  it('where another process follows for the same data directory', async () => {
    const run = new Run();
    await listening();
    await expect(new Run().ended).rejects.toMatchObject({ code: 'follow_running' });
    await run.stop();
  });

  it.each([
    ['no_key', {}, { REGISTER_STREAM_KEY: '' }],
    ['not_followed', { sources: ['postcodes'] as const }, {}],
  ])('before it begins, with %s', async (code, more, settings) => {
    Object.assign(environment, settings);
    await expect(new Run(more).ended).rejects.toMatchObject({ code });
  });
});

describe('as a process', () => {
  const start = (...words: readonly string[]): ChildProcess =>
    spawn(process.execPath, [PROGRAM, 'register', 'follow', '--source', 'charges', '--json', ...words], {
      env: { ...environment, PATH: process.env['PATH'] },
      cwd: world.folder.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const end = async (child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
    let stdout = '';
    child.stdout?.on('data', (piece: Buffer) => (stdout += piece.toString()));
    const code = new Promise<number | null>((resolve) => child.once('close', resolve));
    child.kill(signal);
    return { code: await code, stdout };
  };

  it('tells how it is on a port of its own', async () => {
    const follower = start();
    follower.stderr?.setEncoding('utf8').on('data', (piece: string) => (said += piece));
    let said = '';
    const url = await eventually('the port', () => /are at (http:\S+)/.exec(said)?.[1]);
    const told = async (path: string) => (await fetch(`${url}${path}`)).text();
    await listening();
    await register.control.publish(chargeEvent(2_000_001));
    await spooledUpTo(2_000_001);
    expect(await told('/metrics')).toMatch(/^follow_events_total\{stream="charges"\} 1$/m);
    expect(await told('/healthz')).toBe('{"status":"ok"}');
    expect(JSON.parse(await told('/readyz'))).toMatchObject({ roles: [{ role: 'follower', ready: true }] });
    expect(await end(follower, 'SIGTERM')).toMatchObject({ code: 0 });
  });

  it('loses nothing when it is killed, and ends with 0 at SIGTERM', async () => {
    const killed = start();
    await listening();
    await register.control.publish(chargeEvent(2_000_001));
    await spooledUpTo(2_000_001);
    await end(killed, 'SIGKILL');
    await register.control.publish(chargeEvent(2_000_002));
    const told = start();
    await spooledUpTo(2_000_002);
    const { code, stdout } = await end(told, 'SIGTERM');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      { streams: [{ source: 'charges', timepoint: 2_000_002, events: 1, waiting: 2 }], overlays: 0 },
    ]);
    expect(timepointsSpooled()).toEqual([2_000_001, 2_000_002]);
  });
});
