/** What the compose files promise: everything they name is there, nothing runs as root, each part says when it is well. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { connectionTarget } from '../../packages/platform/src/event-store/eventstoredb/connection-string.js';
import { DEFAULT_ROLES, ROLES, SETTING_NAMES, settingsFrom } from '../../src/settings/settings.js';
import type { ComposeService } from './compose-file.js';
import { ROOT, composeFile, hostsIn, ours, withoutProfile } from './compose-file.js';

const FILES = ['docker-compose.yml', 'docker-compose.cluster.yml'] as const;
const PARTS = FILES.flatMap((file) =>
  Object.entries(composeFile(file).services).map(([name, service]) => ({ file, name, service })),
);
const OURS = FILES.flatMap((file) =>
  ours(composeFile(file)).map(([name, service]) => ({ file, name, service })),
);

const KURRENTDB = 'docker.kurrent.io/kurrent-latest/kurrentdb';

const sourceOf = (volume: string): string => volume.split(':')[0] ?? '';

describe.each(FILES)('%s', (file) => {
  const { services, volumes } = composeFile(file);
  const always = withoutProfile({ services, volumes });
  const names = Object.keys(always);
  const rolesOf = (those: typeof services): string[] =>
    ours({ services: those, volumes }).flatMap(([, { environment }]) =>
      (environment['ROLES'] ?? '').split(','),
    );

  it('runs every role but the one that asks publishers on its own, which is a profile', () => {
    expect(rolesOf(always).sort()).toEqual([...DEFAULT_ROLES].sort());
    expect(rolesOf(services).sort()).toEqual([...ROLES].sort());
    expect(services['sync']).toMatchObject({ profiles: ['sync'], environment: { ROLES: 'sync' } });
    // What is fetched amid a file is there again for the next container.
    expect(services['sync']?.volumes).toContain('service-data:/data');
  });

  it('starts what watches it where that is asked for', () => {
    const watching = Object.entries(services).filter(([, { profiles }]) => profiles.includes('watch'));
    expect(watching.map(([name]) => name)).toEqual(['prometheus', 'grafana']);
    const config = watching.flatMap(([, service]) => service.volumes).filter((one) => one.startsWith('./'));
    for (const volume of config) {
      const [source = '', , mode] = volume.split(':');
      expect([existsSync(join(ROOT, source)), mode]).toEqual([true, 'ro']);
    }
    expect(watching.flatMap(([, { ports }]) => ports)).toEqual([
      '127.0.0.1:9090:9090',
      '127.0.0.1:3002:3000',
    ]);
  });

  it('keeps what is to be kept in volumes that have a name', () => {
    const used = Object.values(services).flatMap((service) => service.volumes.map(sourceOf));
    const bound = used.filter((source) => /^[./]/.test(source));
    expect([...new Set(bound)].filter((source) => !source.startsWith('./deploy/'))).toEqual(['./samples']);
    expect([...new Set(used.filter((source) => !bound.includes(source)))].sort()).toEqual(
      Object.keys(volumes).sort(),
    );
    for (const [name, service] of Object.entries(services))
      expect([name, service.volumes.length]).not.toEqual([name, 0]);
  });

  it('is reached from this machine alone, and only its API and its console', () => {
    const open = Object.values(always).filter(({ ports }) => ports.length > 0);
    const ports = open.flatMap(({ ports: of }) => of.map((port) => port.split(':')));
    expect(ports.map(([host, , inside]) => [host, inside]).sort()).toEqual([
      ['127.0.0.1', expect.stringMatching(/3000/)],
      ['127.0.0.1', expect.stringMatching(/3001/)],
    ]);
    for (const { environment } of open) expect(environment['ROLES']).toMatch(/api|console/);
  });

  it('waits for both servers to be well before it starts', () => {
    const servers = names.filter((name) => always[name]?.build === undefined);
    for (const [, { depends_on = {} }] of ours({ services, volumes })) {
      expect(Object.keys(depends_on).sort()).toEqual(servers.sort());
      for (const { condition } of Object.values(depends_on)) expect(condition).toBe('service_healthy');
    }
  });

  it('passes `docker-compose config`', () => {
    const { status, error, stderr } = spawnSync(
      'docker-compose',
      ['-f', file, '--profile', '*', 'config', '--quiet'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    if (error !== undefined) {
      process.stdout.write(
        `skipped: ${file} is not checked by docker-compose, which is not installed here\n`,
      );
      return;
    }
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe.each(PARTS)('$name of $file', ({ service }) => {
  it('is pinned to one version', () => {
    expect(service.image).toMatch(
      /^([a-z.]+\/)?[a-z-]+(\/[a-z-]+)?:v?\d+\.\d+\.\d+(-[a-z]+-slim)?(@sha256:[0-9a-f]{64})?$/,
    );
  });

  it('comes back after a crash, is never root, and writes nowhere but to its volumes and /tmp', () => {
    const { restart, privileged, user, read_only, tmpfs, cap_drop, cap_add, security_opt } = service;
    expect([restart, privileged, cap_add]).toEqual(['unless-stopped', undefined, undefined]);
    expect({ read_only, tmpfs, cap_drop, security_opt }).toEqual({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    // The other images name a user of their own; this one begins as root, to give its folders away.
    expect(user).toBe(service.image.startsWith('mongo:') ? 'mongodb' : undefined);
  });

  it('says when it is well', () => {
    const ours = service.build !== undefined;
    expect(service.healthcheck?.test[0] ?? 'as the image says').toEqual(
      ours ? 'as the image says' : expect.stringMatching(/^CMD(-SHELL)?$/),
    );
    // Requests go elsewhere only once a balancer has heard of it.
    expect(service.environment['DRAIN_SECONDS']).toBe(ours ? '5' : undefined);
  });
});

describe.each(OURS)('the settings of $name in $file', ({ file, service }) => {
  it('are all settings of this program, and are accepted by it', () => {
    const unknown = Object.keys(service.environment).filter((name) => !SETTING_NAMES.includes(name));
    expect(unknown).toEqual([]);
    expect(() => settingsFrom(service.environment)).not.toThrow();
    expect(() => connectionTarget(service.environment['EVENT_STORE_URL'] ?? '')).not.toThrow();
  });

  it('name servers that are there', () => {
    const { services } = composeFile(file);
    const { EVENT_STORE_URL, MONGODB_URL } = service.environment;
    const imagesOf = (url?: string): (string | undefined)[] =>
      hostsIn(url).map((host) => services[host]?.image.split(':')[0]);
    expect(new Set(imagesOf(EVENT_STORE_URL))).toEqual(new Set([KURRENTDB]));
    expect(imagesOf(MONGODB_URL)).toEqual(['mongo']);
    expect(imagesWithoutDigest(services)).toEqual([KURRENTDB]);
    expect(new URL(MONGODB_URL ?? '').searchParams.get('replicaSet')).toBe(replicaSetOf(services));
  });
});

/** Of those that are pulled: its line ended, and where its digest stands isn't known. */
const imagesWithoutDigest = (services: Readonly<Record<string, ComposeService>>): string[] => {
  const pulled = Object.values(services).filter(({ build }) => build === undefined);
  const without = pulled.filter(({ image }) => !image.includes('@sha256:'));
  return [...new Set(without.map(({ image }) => image.split(':')[0] ?? ''))];
};

/** The one that its command names, where its health check makes the same. */
function replicaSetOf(services: Readonly<Record<string, ComposeService>>): string | undefined {
  const { command = [], healthcheck } = services['mongodb'] ?? {};
  const name = command[command.indexOf('--replSet') + 1];
  const made = /rs\.initiate\(\{ _id: '(\w+)', members: \[\{ _id: 0, host: 'mongodb:27017' \}\]/.exec(
    healthcheck?.test.join(' ') ?? '',
  );
  return made?.[1] === name ? name : undefined;
}

describe('the event store of the compose files', () => {
  const nodes = PARTS.filter(({ service }) => service.image.startsWith(KURRENTDB));
  const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');
  const versions = /^### Versions$([\s\S]*?)^### /m.exec(page)?.[1] ?? '';

  it('is set by the names that KurrentDB 26 has, keeps its files in volumes, and builds no index for nobody', () => {
    expect(nodes).toHaveLength(4);
    for (const { service } of nodes) {
      const { environment, volumes } = service;
      expect(Object.keys(environment).filter((name) => !name.startsWith('KURRENTDB_'))).toEqual([]);
      expect(environment).toMatchObject({
        KURRENTDB_INSECURE: 'true',
        KURRENTDB_RUN_PROJECTIONS: 'None',
        KURRENTDB__SECONDARY_INDEXING__ENABLED: 'false',
      });
      const mounted = volumes.map((volume) => volume.split(':')[1]);
      expect(mounted).toEqual([environment['KURRENTDB_DB'], environment['KURRENTDB_LOG']]);
      expect(mounted).toEqual(['/var/lib/kurrentdb', '/var/log/kurrentdb']);
    }
  });

  it('is of a version that the documentation says was tried, with its support and its licence', () => {
    const rows = [...versions.matchAll(/^\| (\S[^|]*?) +\| ([^|]*?) +\| ([^|]*?) +\| ([^|]*?) +\|$/gm)].map(
      ([, ...cells]) => cells,
    );
    const [, release = ''] = /:(\d+\.\d+\.\d+)$/.exec(nodes[0]?.service.image ?? '') ?? [];
    const [version = '', support = '', licence = '', tried = ''] =
      rows.find(([name = '']) => name.startsWith(`KurrentDB ${release.slice(0, 4)}`)) ?? [];
    expect([version, support, licence]).not.toContain('');
    expect(tried).toMatch(new RegExp(`^${release}, \\d{4}-\\d\\d-\\d\\d`));
    for (const other of ['KurrentDB 26.0', 'EventStoreDB 24.2', 'MongoDB 7.0'])
      expect(rows.map(([name = '']) => name).filter((name) => name.startsWith(other))).toHaveLength(1);
  });

  it('can stay 24.2 by a file that the documentation names, with the same settings under their old names', () => {
    const shown = z
      .object({
        services: z.object({
          eventstore: z.object({
            image: z.string(),
            environment: z.record(z.string(), z.unknown()),
            volumes: z.array(z.string()),
          }),
        }),
      })
      .parse(parse(readFileSync(join(ROOT, 'docker-compose.eventstore-24.yml'), 'utf8')));
    expect(versions).toContain('-f docker-compose.eventstore-24.yml');
    const { image, environment, volumes } = shown.services.eventstore;
    expect(image).toBe('eventstore/eventstore:24.2.0-bookworm-slim');
    const { eventstore } = composeFile('docker-compose.yml').services;
    const now = Object.entries(eventstore?.environment ?? {}).flatMap(([name, value]) =>
      /^KURRENTDB_(?:CLUSTER_SIZE|INSECURE|NODE_|RUN_)/.test(name)
        ? [[name.replace('KURRENTDB', 'EVENTSTORE'), value]]
        : [],
    );
    expect(Object.entries(environment).map(([name, value]) => [name, String(value)])).toEqual(now);
    expect(volumes.map(sourceOf)).toEqual(eventstore?.volumes.map(sourceOf));
  });
});

describe('the cluster', () => {
  const { services } = composeFile('docker-compose.cluster.yml');
  const nodes = Object.keys(services).filter((name) => name.startsWith('eventstore-'));

  it('has three nodes, each of which looks for the two others and is known by its own name', () => {
    expect(nodes).toHaveLength(3);
    for (const node of nodes) {
      const settings = services[node]?.environment ?? {};
      expect(settings['KURRENTDB_CLUSTER_SIZE']).toBe('3');
      expect(settings['KURRENTDB_NODE_HOST_ADVERTISE_AS']).toBe(node);
      expect(settings['KURRENTDB_REPLICATION_HOST_ADVERTISE_AS']).toBe(node);
      const seeds = settings['KURRENTDB_GOSSIP_SEED']?.split(',') ?? [];
      expect(seeds.sort()).toEqual(nodes.filter((other) => other !== node).map((other) => `${other}:2113`));
    }
  });

  it('is known to the service by all its nodes', () => {
    for (const [, { environment }] of ours(composeFile('docker-compose.cluster.yml')))
      expect(hostsIn(environment['EVENT_STORE_URL']).sort()).toEqual(nodes);
  });

  it('runs every role more than once, a port for each API, over the same editions', () => {
    expect(
      Object.fromEntries(OURS.flatMap(({ name, service: { scale } }) => (scale ? [[name, scale]] : []))),
    ).toEqual({
      api: 2,
      worker: 3,
      projector: 2,
    });
    expect(services['api']?.ports).toEqual(['127.0.0.1:3000-3001:3000']);
    const volumes = ['api', 'worker'].map((role) => services[role]?.volumes[0]);
    expect(volumes).toEqual(['service-data:/data', 'service-data:/data']);
  });
});
