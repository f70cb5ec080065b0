/** What `deploy/helm` promises, of the objects that Helm makes of it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import {
  DEFAULT_ROLES,
  ROLES,
  SETTING_DEFAULTS,
  SETTING_NAMES,
  settingsFrom,
} from '../../src/settings/settings.js';
import { documentedCommands } from '../docs/cli-doc.js';
import {
  CASES,
  deploymentsOf,
  HAS_HELM,
  helmIn,
  objectsOf,
  ofKind,
  ran,
  type Deployment,
  type KubernetesObject,
} from './chart.js';
import { ROOT } from './compose-file.js';
import { faultsOf } from './kubernetes-schemas.js';

/** What the secret of the values has. */
const SECRETS = {
  EVENT_STORE_URL: 'esdb://eventstore:2113?tls=true',
  MONGODB_URL: 'mongodb://mongodb:27017/company_data?replicaSet=rs0',
  KEY_HASH_SECRET: 'a secret of the test',
  CURSOR_SECRET: 'a secret of the test',
};

let folder: string;
let helm: string;
const rendered = new Map<string, readonly KubernetesObject[]>();
beforeAll(async () => {
  if (!HAS_HELM) return;
  folder = mkdtempSync(join(tmpdir(), 'company-data-chart-'));
  helm = await helmIn(folder);
  for (const values of CASES) rendered.set(values, objectsOf(helm, values));
});
afterAll(() => {
  if (HAS_HELM) rmSync(folder, { recursive: true, force: true });
});

interface Route {
  readonly path: string;
  readonly backend: { readonly service: { readonly name: string; readonly port: { readonly name: string } } };
}

const objects = (values: string): readonly KubernetesObject[] => rendered.get(values) ?? [];
/** Parts of which a second one has nothing to do. */
const ONCE = ['follow', 'sync'];
const ROLE_VALUES = ['roles-values.yaml', 'all-values.yaml'] as const;

const partOf = ({ metadata }: Pick<Deployment, 'metadata'>): string =>
  metadata.name.replace('test-company-data-', '');
const containersOf = (
  deployments: readonly Deployment[],
): Deployment['spec']['template']['spec']['containers'] =>
  deployments.flatMap(({ spec }) => spec.template.spec.containers);

/** Deployments whose pods have all these labels. */
const selected = (labels: Readonly<Record<string, string>>, among: readonly Deployment[]): string[] =>
  among
    .filter(({ spec }) =>
      Object.entries(labels).every(([name, value]) => spec.template.metadata.labels[name] === value),
    )
    .map(partOf);

const suite = HAS_HELM ? describe : describe.skip;
if (!HAS_HELM) process.stdout.write('skipped: the chart is rendered on Linux on x64 alone\n');

suite.each(CASES)('the chart with %s', (values) => {
  it('passes `helm lint --strict`', () => {
    const { status, stdout } = ran(helm, ['lint', '--strict'], values);
    expect([status, status === 0 ? '' : stdout]).toEqual([0, '']);
  });

  it('makes only what Kubernetes takes', () => {
    expect(faultsOf(objects(values))).toEqual([]);
  });

  it('runs nothing as root or with rights, writes to volumes alone, and gives it a minute to end', () => {
    for (const { spec } of deploymentsOf(objects(values))) {
      const { securityContext, terminationGracePeriodSeconds, volumes, ...pod } = spec.template.spec;
      expect([terminationGracePeriodSeconds, pod['automountServiceAccountToken']]).toEqual([60, false]);
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        const mounted = container.volumeMounts.map(({ name }) => name);
        expect(volumes.map(({ name }) => name)).toEqual(expect.arrayContaining(mounted));
        expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(
          expect.arrayContaining(['/data', '/tmp']),
        );
      }
    }
  });

  it('gives settings that this program takes', () => {
    for (const { env } of containersOf(deploymentsOf(objects(values)))) {
      const given = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      expect(Object.keys(given).filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
      expect(() => settingsFrom({ ...SECRETS, ...given })).not.toThrow();
    }
  });

  it('selects pods that there are, at ports that they have', () => {
    const deployments = deploymentsOf(objects(values));
    for (const { metadata, spec } of ofKind(objects(values), 'Service')) {
      const [part] = selected(spec['selector'] as Record<string, string>, deployments);
      const there = deployments.find((one) => partOf(one) === part);
      const ports = containersOf(there === undefined ? [] : [there]).flatMap((one) =>
        one.ports.map(({ name }) => name),
      );
      const wanted = (spec['ports'] as { targetPort: string }[]).map(({ targetPort }) => targetPort);
      expect([metadata.name, wanted.filter((port) => !ports.includes(port))]).toEqual([metadata.name, []]);
    }
    const parts = deployments.map(partOf).sort();
    const policies = ofKind(objects(values), 'NetworkPolicy').flatMap(({ spec }) =>
      selected((spec['podSelector'] as { matchLabels: Record<string, string> }).matchLabels, deployments),
    );
    expect(policies.sort()).toEqual(parts);
    for (const { spec } of deployments)
      expect(selected(spec.selector.matchLabels, deployments)).toHaveLength(1);
  });

  it('lets nobody reach a network of our own from where websites are read', () => {
    for (const { spec } of ofKind(objects(values), 'NetworkPolicy')) {
      const world = JSON.stringify(spec['egress']).match(/\{"cidr":"0\.0\.0\.0\/0"[^}]*\}/g) ?? [];
      for (const block of world)
        for (const own of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8'])
          expect(block).toContain(`"${own}"`);
    }
  });
});

suite.each(ROLE_VALUES)('roles apart, with %s', (values) => {
  it('are a deployment each, with room for one to be away and another in its place', () => {
    const deployments = deploymentsOf(objects(values)).filter((one) => !ONCE.includes(partOf(one)));
    const roles = containersOf(deployments).map(({ args, env }) => [
      args,
      env.find(({ name }) => name === 'ROLES')?.value,
    ]);
    expect(roles).toEqual(deployments.map((one) => [['serve'], partOf(one)]));
    expect(deployments.map(partOf).sort()).toEqual([...DEFAULT_ROLES].sort());
    const budgets = ofKind(objects(values), 'PodDisruptionBudget');
    expect(budgets.map((one) => partOf(one)).sort()).toEqual([...DEFAULT_ROLES].sort());
    for (const { spec } of budgets) expect(spec['maxUnavailable']).toBe(1);
  });

  it('say themselves when they have started and are well, and answer on while services learn that they end', () => {
    for (const one of deploymentsOf(objects(values)))
      for (const { startupProbe, readinessProbe, ports, env } of containersOf([one])) {
        const port = partOf(one) === 'api' ? 'api' : 'metrics';
        expect(ports.map(({ name }) => name)).toContain(port);
        expect(startupProbe).toMatchObject({ httpGet: { path: '/healthz', port } });
        expect(readinessProbe).toMatchObject({ httpGet: { path: '/readyz', port } });
        expect(env).toEqual(
          expect.arrayContaining([
            { name: 'DRAIN_SECONDS', value: '5' },
            { name: 'METRICS_HOST', value: '0.0.0.0' },
          ]),
        );
      }
  });

  it('show their metrics to nobody who was not named', () => {
    const policies = ofKind(objects(values), 'NetworkPolicy');
    const shown = policies.filter(({ spec }) => JSON.stringify(spec['ingress']).includes('metrics'));
    expect(shown.length).toBe(values === 'all-values.yaml' ? policies.length : 0);
  });

  it('are refused without their secrets, by name', () => {
    const { status, stderr } = ran(helm, ['template', 'test']);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('secretName: the secret with EVENT_STORE_URL'),
    ]);
  });
});

suite('what is asked for', () => {
  const all = (kind: string): readonly KubernetesObject[] => ofKind(objects('all-values.yaml'), kind);

  it.each([
    ['follows the register', 'follow', ['register', 'follow', '--source', 'charges,psc'], undefined],
    ['fetches published files', 'sync', ['serve'], 'sync'],
  ])('%s once, over a volume that outlives its pod', (_what, part, args, roles) => {
    const made = deploymentsOf(objects('all-values.yaml')).filter((one) => partOf(one) === part);
    expect(made.map(({ spec }) => [spec.replicas, spec.strategy.type])).toEqual([[1, 'Recreate']]);
    const [container] = containersOf(made);
    expect([container?.args, container?.env.find(({ name }) => name === 'ROLES')?.value]).toEqual([
      args,
      roles,
    ]);
    const claimName = `test-company-data-${part}`;
    expect(all('PersistentVolumeClaim').map(({ metadata }) => metadata.name)).toContain(claimName);
    expect(made[0]?.spec.template.spec.volumes).toContainEqual({
      name: 'data',
      persistentVolumeClaim: { claimName },
    });
  });

  it('is nothing of it unless it is asked for', () => {
    const parts = deploymentsOf(objects('roles-values.yaml')).map(partOf);
    expect(parts.filter((part) => ONCE.includes(part))).toEqual([]);
    expect(ofKind(objects('roles-values.yaml'), 'PersistentVolumeClaim')).toEqual([]);
  });

  it('adds workers by the chunks that are open, which the APIs tell', () => {
    const [scaler] = all('HorizontalPodAutoscaler');
    expect(scaler?.spec).toMatchObject({
      scaleTargetRef: { kind: 'Deployment', name: 'test-company-data-worker' },
      metrics: [{ type: 'External', external: { metric: { name: 'jobs_open_chunks' } } }],
    });
    expect(readFileSync(join(ROOT, 'src/api/service-metrics.ts'), 'utf8')).toContain("'jobs_open_chunks'");
    // Else each upgrade would set the number back.
    const worker = deploymentsOf(objects('all-values.yaml')).find((one) => partOf(one) === 'worker');
    expect(worker?.spec.replicas).toBeUndefined();
  });

  it('shares editions over a claim, or gives each pod that answers rows a volume of its own', () => {
    const dataOf = (values: string, part: string) =>
      deploymentsOf(objects(values))
        .find((one) => partOf(one) === part)
        ?.spec.template.spec.volumes.filter(({ name }) => name === 'data' || name === 'editions')
        .map((volume) => Object.keys(volume)[1]);
    for (const part of ['api', 'worker']) {
      expect(dataOf('roles-values.yaml', part)).toEqual(['ephemeral']);
      expect(dataOf('all-values.yaml', part)).toEqual(['emptyDir', 'persistentVolumeClaim']);
    }
    expect(dataOf('roles-values.yaml', 'projector')).toEqual(['emptyDir']);
  });

  it('gives the API and the pages of customers public names, by services that there are', () => {
    const services = all('Service').map(({ metadata }) => metadata.name);
    const routes = all('Ingress').map(({ spec }) => {
      const [rule] = spec['rules'] as { host: string; http: { paths: Route[] } }[];
      expect(spec['tls']).toEqual([
        { hosts: [rule?.host], secretName: expect.stringMatching(/-tls$/) as string },
      ]);
      return [
        rule?.host,
        rule?.http.paths.map(({ path, backend }) => {
          expect(services).toContain(backend.service.name);
          return `${path} ${backend.service.port.name}`;
        }),
      ];
    });
    expect(routes).toEqual([
      ['api.example.co.uk', ['/ api']],
      ['console.example.co.uk', ['/own console', '/assets console']],
    ]);
    for (const { metadata } of all('Ingress'))
      expect(metadata['annotations']).toMatchObject({
        'nginx.ingress.kubernetes.io/proxy-body-size': `${SETTING_DEFAULTS['MAX_BODY_MB']}m`,
        'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
        'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
      });
    const [api] = containersOf(
      deploymentsOf(objects('all-values.yaml')).filter((one) => partOf(one) === 'api'),
    );
    expect(api?.env).toContainEqual({ name: 'PUBLIC_URL', value: 'https://api.example.co.uk' });
    expect(api?.env).toContainEqual({ name: 'CONSOLE_URL', value: 'https://console.example.co.uk' });
  });

  it('shows Prometheus every pod, ready or not, as the job that the alerts ask for, and brings the alerts', () => {
    const [monitor] = all('ServiceMonitor');
    const labels = (monitor?.spec['selector'] as { matchLabels: Record<string, string> }).matchLabels;
    const [watched, ...more] = all('Service').filter(({ metadata }) =>
      Object.entries(labels).every(
        ([name, value]) => (metadata['labels'] as Record<string, string>)[name] === value,
      ),
    );
    expect([watched?.spec, more]).toMatchObject([{ clusterIP: 'None', publishNotReadyAddresses: true }, []]);
    const deployments = deploymentsOf(objects('all-values.yaml'));
    expect(selected(watched?.spec['selector'] as Record<string, string>, deployments)).toEqual(
      deployments.map(partOf),
    );
    expect(monitor?.spec['endpoints']).toEqual([
      {
        port: 'metrics',
        interval: '30s',
        relabelings: [{ targetLabel: 'job', replacement: 'company-data' }],
      },
    ]);
    const [rule] = all('PrometheusRule');
    expect(rule?.spec).toEqual(parse(readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8')));
    for (const one of [monitor, rule])
      expect(one?.metadata['labels']).toMatchObject({ release: 'prometheus' });
  });

  it.each([
    [
      'an Ingress whose controller no one trusts',
      'all-values.yaml',
      'settings.TRUSTED_PROXIES=',
      'settings.TRUSTED_PROXIES: the network',
    ],
    ['an Ingress without a name', 'all-values.yaml', 'ingress.host=', 'ingress.host: the public name'],
    [
      'a console that its Ingress may not reach',
      'all-values.yaml',
      'networkPolicy.consoleFrom=null',
      'networkPolicy.consoleFrom: ',
    ],
    [
      'metrics that Prometheus may not reach',
      'all-values.yaml',
      'networkPolicy.metricsFrom=null',
      'networkPolicy.metricsFrom: ',
    ],
    ['a value that is misspelt', 'roles-values.yaml', 'wroker.replicas=3', "'wroker' not allowed"],
    ['a setting that is misspelt', 'roles-values.yaml', 'settings.LOG_LEVLE=info', "'LOG_LEVLE'"],
    ['a value of the wrong kind', 'roles-values.yaml', 'api.replicas=two', 'api/replicas'],
  ])('is refused with %s, by its name', (_what, values, set, said) => {
    const { status, stderr } = ran(helm, ['template', 'test'], values, [set]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  it.each(CASES)(
    'says after an installation with %s what comes next, with commands that there are',
    (values) => {
      const { status, stdout } = ran(helm, ['install', 'test', '--dry-run=client'], values);
      const [, notes = ''] = stdout.split('NOTES:\n');
      const names = objects(values).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      const named = [...notes.matchAll(/ (deploy|svc)\/(\S+)/g)].map(
        ([, kind, name = '']) => `${kind === 'svc' ? 'Service' : 'Deployment'} ${name}`,
      );
      expect([status, named.filter((name) => !names.includes(name))]).toEqual([0, []]);
      const commands = [...notes.matchAll(/-- company-data ((?:[a-z]+ ?)+)/g)].map(([, words = '']) =>
        words.trim(),
      );
      expect(commands.length).toBeGreaterThanOrEqual(4);
      for (const words of commands)
        expect([...documentedCommands().keys()].filter((each) => words.startsWith(each))).not.toEqual([]);
    },
  );

  it('shows the console to nobody who was not named', () => {
    const ports = (values: string): unknown[] =>
      ofKind(objects(values), 'NetworkPolicy')
        .filter((one) => partOf(one) === 'console')
        .map(({ spec }) => spec['ingress']);
    expect(ports('roles-values.yaml')).toEqual([[]]);
    expect(ports('all-values.yaml')).toEqual([
      [
        { from: [{ ipBlock: { cidr: '10.1.0.0/24' } }], ports: [{ port: 'console' }] },
        expect.objectContaining({ ports: [{ port: 'metrics' }] }),
      ],
    ]);
  });
});

it('the chart and the image are of the version of the program', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const chart = readFileSync(join(ROOT, 'deploy/helm/Chart.yaml'), 'utf8');
  expect(chart).toMatch(new RegExp(`^version: ${version}\nappVersion: ${version}$`, 'm'));
  const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  expect(image).toMatch(new RegExp(`^LABEL .*\\bimage\\.version=${version}$`, 'm'));
});

suite('embedded stores', () => {
  it('are one pod that a new one only follows, with a volume that the release leaves behind', () => {
    const made = objects('embedded-values.yaml');
    const deployments = deploymentsOf(made);
    expect(deployments.map(({ spec }) => [spec.replicas, spec.strategy.type])).toEqual([[1, 'Recreate']]);
    const containers = containersOf(deployments);
    expect(containers.map(({ args }) => args[0])).toEqual(['serve', 'register']);
    const roles = containers[0]?.env.find(({ name }) => name === 'ROLES')?.value;
    expect(roles?.split(',').sort()).toEqual([...ROLES].sort());
    expect(ofKind(made, 'PodDisruptionBudget').concat(ofKind(made, 'HorizontalPodAutoscaler'))).toEqual([]);
    expect(ofKind(made, 'PersistentVolumeClaim')).toMatchObject([
      { metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } } },
    ]);
  });
});

suite('the check against Kubernetes', () => {
  const faulty = (change: (spec: Record<string, unknown>) => void): string[] => {
    const [first] = ofKind(objects('roles-values.yaml'), 'Deployment');
    const copy = structuredClone(first);
    if (copy !== undefined) change(copy.spec);
    return faultsOf(copy === undefined ? [] : [copy]);
  };

  it.each<[string, (spec: Record<string, unknown>) => void]>([
    ['a field that it does not know', (spec) => (spec['replica'] = 2)],
    ['a value of the wrong kind', (spec) => (spec['replicas'] = 'two')],
    ['what must be there and is not', (spec) => delete spec['selector']],
    ['a name deep inside that is misspelt', (spec) => (deep(spec)['terminationGraceSeconds'] = 60)],
    ['a choice that there is none', (spec) => (deep(spec)['restartPolicy'] = 'Sometimes')],
  ])('finds %s', (_what, change) => {
    expect(faulty(change)).not.toEqual([]);
  });
});

const deep = (spec: Record<string, unknown>): Record<string, unknown> =>
  (spec['template'] as { spec: Record<string, unknown> }).spec;
