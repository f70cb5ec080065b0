/** The chart's schema knows every value of `values.yaml`, and refuses a misspelt one. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { SETTING_NAMES } from '../../src/settings/settings.js';
import { ROOT } from './compose-file.js';

type Tree = { readonly [name: string]: unknown };

const CHART = join(ROOT, 'deploy', 'helm');
const valuesOf = (...path: string[]): Tree => parse(readFileSync(join(CHART, ...path), 'utf8')) as Tree;
const SCHEMA = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as {
  properties: { settings: { propertyNames: { enum: string[] } } };
};
const check = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(SCHEMA);
const faults = (values: unknown): string[] =>
  check(values)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** As Helm merges the values of a file over those of the chart. */
const merged = (base: Tree, over: Tree): Tree => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(over).map(([name, value]) => {
      const under = base[name];
      return [name, isTree(under) && isTree(value) ? merged(under, value) : value];
    }),
  ),
});

const OWN = valuesOf('values.yaml');
/** Maps whose names the chart doesn't choose. */
const FREE = /(^|\.)(labels|annotations|requests|limits)$/;
/** Every map of the values, by its path, with the one that is empty by default. */
function mapsIn(tree: Tree, path: readonly string[] = []): (readonly string[])[] {
  const below = Object.entries(tree).filter((entry): entry is [string, Tree] => isTree(entry[1]));
  return [path, ...below.flatMap(([name, value]) => mapsIn(value, [...path, name]))].filter(
    (each) => !FREE.test(each.join('.')),
  );
}
const planted = (tree: Tree, [name, ...rest]: readonly string[], change: Tree): Tree =>
  name === undefined
    ? { ...tree, ...change }
    : { ...tree, [name]: planted(tree[name] as Tree, rest, change) };

it('takes the values of the chart, and those of each file of `ci/` over them', () => {
  expect(faults(OWN)).toEqual([]);
  for (const file of readdirSync(join(CHART, 'ci')))
    expect([file, faults(merged(OWN, valuesOf('ci', file)))]).toEqual([file, []]);
});

it.each(mapsIn(OWN).map((path) => [path.join('.') || 'the values', path] as const))(
  'refuses a name that is misspelt in %s',
  (_name, path) => {
    expect(faults(planted(OWN, path, { mispelt: 1 }))).not.toEqual([]);
  },
);

it('knows the settings that the program has (WRITE_DOCS=1 lists them), but for those that the chart or its secret decides', () => {
  const decided = [
    'DATA_DIR',
    'HOST',
    'PORT',
    'CONSOLE_HOST',
    'CONSOLE_PORT',
    'METRICS_HOST',
    'METRICS_PORT',
    'ROLES',
  ];
  const secret = [
    'EVENT_STORE_URL',
    'MONGODB_URL',
    'KEY_HASH_SECRET',
    'CURSOR_SECRET',
    'CHECKPOINT_KEY',
    'CHECKPOINT_KEY_FILE',
    'RECEIPT_KEY',
    'RECEIPT_KEY_FILE',
    'STATEMENT_KEY',
    'STATEMENT_KEY_FILE',
  ];
  const known = SETTING_NAMES.filter((name) => ![...decided, ...secret].includes(name));
  if (process.env['WRITE_DOCS'] === '1') {
    SCHEMA.properties.settings.propertyNames.enum = known.toSorted();
    writeFileSync(join(CHART, 'values.schema.json'), JSON.stringify(SCHEMA));
  }
  expect(SCHEMA.properties.settings.propertyNames.enum).toEqual(known.toSorted());
});

it.each<[string, Tree]>([
  ['a number as text', { api: { replicas: 'two' } }],
  ['a port that there is not', { api: { port: 70_000 } }],
  ['a digest that is none', { image: { digest: 'sha256:12' } }],
  ['a size without its unit', { editions: { size: '50' } }],
  ['a policy of pulls that there is not', { image: { pullPolicy: 'Sometimes' } }],
  ['a setting that is misspelt', { settings: { LOG_LEVLE: 'info' } }],
  ['a setting that the chart decides', { settings: { PORT: 80 } }],
  ['a peer with a field that there is not', { networkPolicy: { apiFrom: [{ namespaceSelecter: {} }] } }],
])('refuses %s', (_what, values) => {
  expect(faults(merged(OWN, values))).not.toEqual([]);
});

it('has the alert rules of deploy/prometheus (WRITE_DOCS=1 copies them)', () => {
  const rules = readFileSync(join(ROOT, 'deploy', 'prometheus', 'alerts.yml'), 'utf8');
  const copy = join(CHART, 'files', 'alerts.yml');
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(copy, rules);
  expect(readFileSync(copy, 'utf8')).toBe(rules);
});
