/** The rules of Prometheus and the dashboards of Grafana ask for what there is, and each alert leads to what is to be done. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { MIN_FREE_BYTES } from '../../src/health/doctor/machine-checks.js';
import { ROOT, composeFile, ours } from './compose-file.js';
import { askedBy } from './promql.js';
import { scrapeOfService, type Scrape } from './scraped-service.js';

jest.setTimeout(180_000);

const PROMETHEUS = join(ROOT, 'deploy', 'prometheus');
const DASHBOARDS = join(ROOT, 'deploy', 'grafana', 'dashboards');
const textOf = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

const alert = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string(), panel: z.string() }),
});
const ALERTS = z
  .object({ groups: z.array(z.object({ name: z.string(), rules: z.array(alert) })) })
  .parse(parse(textOf('deploy/prometheus/alerts.yml')))
  .groups.flatMap(({ rules }) => rules);

const source = z.object({ type: z.literal('prometheus'), uid: z.string() });
const panel = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  datasource: source,
  targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
});
const variable = z.object({
  name: z.string(),
  type: z.enum(['datasource', 'query']),
  query: z.union([z.string(), z.object({ query: z.string() })]),
  multi: z.boolean().optional(),
  allValue: z.string().optional(),
});
const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  templating: z.object({ list: z.array(variable) }),
  panels: z.array(panel),
});
const BOARDS = readdirSync(DASHBOARDS).map((file) => ({
  file,
  ...dashboard.parse(JSON.parse(textOf('deploy/grafana/dashboards', file))),
}));

/** The metrics that an expression asks for. */
const metricsOf = (expression: string): string[] => askedBy(expression).selectors.map(({ metric }) => metric);

/** What is asked, by whom, and which labels are written into its words. */
const EXPRESSIONS: [who: string, expression: string, labels: string[]][] = [
  ...ALERTS.map(({ alert: name, expr, annotations }): [string, string, string[]] => [
    `the alert ${name}`,
    expr,
    [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label),
  ]),
  ...BOARDS.flatMap(({ file, panels }) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ expr, legendFormat }): [string, string, string[]] => [
        `${title} (${file})`,
        expr,
        [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
      ]),
    ),
  ),
];

/** Told by Prometheus itself. */
const ITS_OWN = new Map([
  ['up', new Map<string, Set<string>>()],
  ['ALERTS', new Map([['alertstate', new Set(['firing'])]])],
]);
/** Of every target. */
const OF_TARGETS = ['job', 'instance'];

let scrape: Scrape;
beforeAll(async () => {
  scrape = new Map([...(await scrapeOfService()), ...ITS_OWN]);
});

describe.each(EXPRESSIONS)('%s', (_who, expression, named) => {
  const { selectors, groupedBy } = askedBy(expression);

  it('asks for metrics that the service shows, by labels and values that they have', () => {
    for (const { metric, matchers } of selectors) {
      const labels = scrape.get(metric);
      expect([metric, labels === undefined ? 'is not shown' : 'is shown']).toEqual([metric, 'is shown']);
      for (const { label, op, value } of matchers) {
        if (OF_TARGETS.includes(label)) continue;
        expect([metric, [...(labels?.keys() ?? [])]]).toEqual([metric, expect.arrayContaining([label])]);
        // Of what is counted not every value has come; what is measured shows all of its own.
        if (op === '=' && !metric.endsWith('_total')) expect(labels?.get(label)).toContain(value);
      }
    }
  });

  it('puts together and names what its metrics are told apart by', () => {
    const known = new Set(selectors.flatMap(({ metric }) => [...(scrape.get(metric)?.keys() ?? [])]));
    for (const label of groupedBy) expect([...known, ...OF_TARGETS]).toContain(label);
    const left = groupedBy.length > 0 ? groupedBy : [...known, ...OF_TARGETS];
    for (const label of named) expect(left).toContain(label);
  });
});

it.each(['sum by (lane', 'rate(jobs_open_chunks[5m)', 'a b'])('%s is no expression', (expression) => {
  expect(() => askedBy(expression)).toThrow('no PromQL');
});

describe('what an alert leads to', () => {
  const page = textOf('docs/operations.md');
  const chapter = /^## When it alerts$([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  const sections = [...chapter.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title);

  it('is a section of docs/operations.md of its own, and no section is left without its alert', () => {
    expect(sections).toEqual(ALERTS.map((one) => one.alert));
    for (const { alert: name, annotations } of ALERTS)
      expect(annotations.runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
  });

  it('is tried: each fires in a test of its own, and none where all is well', () => {
    const tests = textOf('deploy/prometheus/alerts.test.yml');
    for (const { alert: name } of ALERTS) expect(tests).toContain(`{alertname="${name}"}`);
    expect(tests).toContain('name: all is well');
  });

  it('calls a disk full where `doctor` does', () => {
    const [full] = ALERTS.filter((one) => one.alert === 'DiskFull');
    expect(Number(/< (\S+)$/.exec(full?.expr ?? '')?.[1])).toBe(MIN_FREE_BYTES);
  });
});

it.each([
  ['check', 'config', 'prometheus.yml'],
  ['check', 'rules', 'alerts.yml'],
  ['test', 'rules', 'alerts.test.yml'],
])('passes `promtool %s %s %s`', (...words) => {
  const { error, status, stdout, stderr } = spawnSync('promtool', words, {
    cwd: PROMETHEUS,
    encoding: 'utf8',
  });
  if (error !== undefined)
    return void process.stdout.write(
      `skipped: promtool ${words.join(' ')}, as no promtool is installed here\n`,
    );
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
});

describe('the dashboards', () => {
  const uids = BOARDS.map(({ uid }) => uid);

  it('are told apart, and every panel by its number', () => {
    expect(new Set(uids).size).toBe(uids.length);
    for (const { panels } of BOARDS) expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it('lay no panel over another, and none beyond the width', () => {
    for (const { file, panels } of BOARDS) {
      const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
        Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
      );
      expect([file, new Set(cells).size]).toEqual([file, cells.length]);
      for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    }
  });

  it('are six, one of them of money and accounts', () => {
    expect(uids.sort()).toEqual(
      ['http', 'jobs', 'lanes', 'money', 'service', 'sources'].map((name) => `company-data-${name}`),
    );
    const money = BOARDS.find(({ uid }) => uid === 'company-data-money');
    const asked = new Set(
      money?.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr))),
    );
    for (const metric of [
      'worker_units_charged_total',
      'resolve_units_billed_total',
      'account_budget_used_ratio',
    ])
      expect(asked).toContain(metric);
  });

  it('say of every panel what it shows, in a sentence', () => {
    const all = BOARDS.flatMap(({ panels }) => panels);
    for (const { title, description } of all) {
      expect([title, description]).toEqual([title, expect.stringMatching(/^[A-Z0-9].{19,}\.$/)]);
      expect(description).not.toBe(`${title}.`);
    }
  });

  it('let people choose the data source and the processes, and every panel obeys', () => {
    for (const { file, templating, panels } of BOARDS) {
      const [source, instance, ...more] = templating.list;
      expect([file, more]).toEqual([file, []]);
      expect(source).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
      expect(instance).toMatchObject({ name: 'instance', type: 'query', multi: true, allValue: '.*' });
      const [, metric = ''] = /label_values\((\w+), instance\)/.exec(JSON.stringify(instance?.query)) ?? [];
      expect([...scrape.keys()]).toContain(metric);
      for (const { datasource } of panels) expect(datasource.uid).toBe('${datasource}');
      const unasked = panels.flatMap(({ targets }) =>
        targets.flatMap(({ expr }) =>
          askedBy(expr).selectors.filter(
            ({ metric: name, matchers }) =>
              // Prometheus makes alerts of several processes: they have no instance.
              name !== 'ALERTS' &&
              !matchers.some(
                ({ label, op, value }) => label === 'instance' && op === '=~' && value === '$instance',
              ),
          ),
        ),
      );
      expect([file, unasked]).toEqual([file, []]);
    }
  });

  it('have a panel for each alert, which asks for what the alert asks for and names it', () => {
    for (const { alert: name, expr, annotations } of ALERTS) {
      const [, uid, id] = /^\/d\/([\w-]+)\?viewPanel=(\d+)$/.exec(annotations.panel) ?? [];
      const shown = BOARDS.find((board) => board.uid === uid)?.panels.find((each) => each.id === Number(id));
      const asked = shown?.targets.flatMap((target) => metricsOf(target.expr)) ?? [];
      expect([name, metricsOf(expr).some((metric) => asked.includes(metric))]).toEqual([name, true]);
      expect(shown?.description).toContain(name);
    }
    const named = BOARDS.flatMap(({ panels }) =>
      panels.flatMap(({ description }) => /Alerts?: (.+)\.$/.exec(description)?.[1]?.split(', ') ?? []),
    );
    expect(named.sort()).toEqual(ALERTS.map((one) => one.alert).sort());
  });

  it('ask the data source that is provisioned', () => {
    const { datasources } = z
      .object({ datasources: z.array(z.object({ uid: z.string(), url: z.url() })) })
      .parse(parse(textOf('deploy/grafana/provisioning/datasources/prometheus.yml')));
    const chosen = readdirSync(DASHBOARDS).map(
      (file) => /"value": "(company-data)"/.exec(textOf('deploy/grafana/dashboards', file))?.[1],
    );
    expect([...new Set(chosen)]).toEqual(datasources.map(({ uid }) => uid));
    expect(datasources.map(({ url }) => url)).toEqual(['http://prometheus:9090']);
  });
});

describe('Prometheus', () => {
  it('looks for every process that the compose files start', () => {
    const { scrape_configs } = z
      .object({
        scrape_configs: z.tuple([
          z.object({
            job_name: z.literal('company-data'),
            dns_sd_configs: z.tuple([
              z.object({ names: z.array(z.string()), type: z.literal('A'), port: z.literal(9464) }),
            ]),
          }),
        ]),
      })
      .parse(parse(textOf('deploy/prometheus/prometheus.yml')));
    const files = ['docker-compose.yml', 'docker-compose.cluster.yml'].map(composeFile);
    const started = files.flatMap((file) => ours(file));
    expect([...scrape_configs[0].dns_sd_configs[0].names].sort()).toEqual(
      [...new Set(started.map(([name]) => name))].sort(),
    );
    for (const [, { environment }] of started)
      expect([environment['METRICS_HOST'], environment['METRICS_PORT']]).toEqual(['0.0.0.0', undefined]);
  });
});
