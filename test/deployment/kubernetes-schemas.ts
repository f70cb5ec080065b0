/**
 * What is wrong with objects by the published description of Kubernetes, as `kubernetes-models` carries it: its types, which
 * know every field and what each must have, and its compiled JSON schemas, which know formats and limits.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { z } from 'zod';
import type { KubernetesObject } from './chart.js';
import { ROOT } from './compose-file.js';

const moduleOf = ({ apiVersion, kind }: KubernetesObject): string =>
  `kubernetes-models/${apiVersion}/${kind}`;

/**
 * The kinds of the Prometheus operator, as far as the chart uses them.
 * @see https://prometheus-operator.dev/docs/api-reference/api/
 */
const OPERATOR_KINDS: Readonly<Record<string, z.ZodType>> = {
  ServiceMonitor: z.strictObject({
    selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
    endpoints: z.array(
      z.strictObject({
        port: z.string(),
        interval: z.string().regex(/^\d+[sm]$/),
        relabelings: z.array(z.strictObject({ targetLabel: z.string(), replacement: z.string() })),
      }),
    ),
  }),
  PrometheusRule: z.strictObject({
    groups: z.array(
      z.strictObject({
        name: z.string(),
        rules: z.array(
          z.strictObject({
            alert: z.string(),
            expr: z.string(),
            for: z.string().optional(),
            labels: z.record(z.string(), z.string()),
            annotations: z.record(z.string(), z.string()),
          }),
        ),
      }),
    ),
  }),
};
const isOfOperator = ({ apiVersion }: KubernetesObject): boolean => apiVersion === 'monitoring.coreos.com/v1';

interface Model {
  validate(): void;
}
type ModelClass = new (data: unknown) => Model;

function faultsOfSchemas(one: KubernetesObject): string[] {
  if (isOfOperator(one)) {
    const { error } = OPERATOR_KINDS[one.kind]?.safeParse(one.spec) ?? { error: new Error('is unknown') };
    return error === undefined ? [] : [`${one.kind} ${one.metadata.name}: ${error.message}`];
  }
  // The package has a module a kind, each with a class of its name.
  const made = jest.requireActual<Record<string, ModelClass>>(moduleOf(one))[one.kind];
  if (made === undefined) return [`${one.kind} is unknown`];
  try {
    new made(one).validate();
    return [];
  } catch (error) {
    return [`${one.kind} ${one.metadata.name}: ${String(error)}`];
  }
}

/** A literal of the type of its kind may have no field that the type doesn't know. */
function faultsOfTypes(objects: readonly KubernetesObject[]): string[] {
  const file = join(ROOT, 'test', 'deployment', 'rendered-chart.ts');
  const text = objects
    .map((one, at) => {
      const type = `import('${moduleOf(one)}').I${one.kind}`;
      return `export const object${at}: ${type} = ${JSON.stringify(one)};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...more) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : read(name, ...more);
  const exists = host.fileExists.bind(host);
  host.fileExists = (name) => name === file || exists(name);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

export const faultsOf = (objects: readonly KubernetesObject[]): string[] => [
  ...objects.flatMap(faultsOfSchemas),
  ...faultsOfTypes(objects.filter((one) => !isOfOperator(one))),
];
