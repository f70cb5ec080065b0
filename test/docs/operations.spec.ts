/** What `docs/operations.md` tells operators to watch and to set is there to be watched and set. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_GROUPS } from '../../src/cli/command-groups.js';
import { connectionTarget } from '../../packages/platform/src/event-store/eventstoredb/connection-string.js';
import { mongoTarget } from '../../packages/platform/src/mongodb/connection-string.js';
import type { Source } from '../../packages/enrichment/src/sources/define-source.js';
import { PROJECTIONS } from '../../projections/index.js';
import { SOURCES } from '../../packages/enrichment/src/sources/index.js';
import { pageWithTables } from './page-tables.js';
import { SETTING_NAMES } from '../../src/settings/settings.js';

const ROOT = join(__dirname, '..', '..');
const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');

const found = (pattern: RegExp): string[] => [
  ...new Set([...page.matchAll(pattern)].map(([, word = '']) => word)),
];

function sources(): string {
  const folders = ['src', 'packages/enrichment/src', 'packages/platform/src'].map((name) => join(ROOT, name));
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}

/** What editions of the earlier layouts of a source need; null: there were none. */
function atUpgrade({ name, importer }: Source): string | null {
  if (name === 'cohorts') return '`register upgrade`, which makes them anew of those in force';
  const [kit, newest] = [Math.floor(importer.layout / 1_000), importer.layout % 1_000];
  if (name === 'companies' || name === 'index') return '`register upgrade`';
  const earlier = Array.from({ length: newest - 1 }, (_, at) => at + 1);
  if (earlier.length === 0) return null;
  return earlier.every((layout) => importer.rewriting?.takes(kit * 1_000 + layout) === true)
    ? '`register upgrade`, where all came of bulk files; else the files again'
    : 'the files again';
}

describe('docs/operations.md', () => {
  it('names metrics that there are', () => {
    const named = found(/\b((?:http|rows|jobs|worker|projection|projector|role|resolve)_[a-z_]+)\b/g);
    const code = sources();
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });

  it('names lanes and settings that there are', () => {
    const lanes: string[] = PROJECTIONS.lanes.map(({ name }) => name);
    expect(found(/lane="(\w+)"/g).filter((lane) => !lanes.includes(lane))).toEqual([]);
    // Those of the servers have tests beside the compose files.
    const settings = found(/\b(?!KURRENTDB_|EVENTSTORE_)([A-Z]+(?:_[A-Z0-9]+)+)\b/g);
    // Of the compose files, and words of commands.
    const others = ['REGISTER_FILES', 'PROMETHEUS_PORT', 'GRAFANA_PORT', 'KEY_ID', 'JOB_ID'];
    expect(settings.filter((name) => !SETTING_NAMES.includes(name) && !others.includes(name))).toEqual([]);
  });

  it('says of each source what an upgrade needs', () => {
    const rows = SOURCES.flatMap((source) => {
      const needs = atUpgrade(source);
      return needs === null ? [] : [`| \`${source.name}\` | ${needs} |`];
    });
    const table = ['| edition of an earlier layout | needs |', '| --- | --- |', ...rows].join('\n');
    const { held, made } = pageWithTables('docs/operations.md', { 'editions at an upgrade': table });
    expect(held).toBe(made);
  });

  it('names commands that there are', () => {
    const known = COMMAND_GROUPS.flatMap(([words]) => words);
    const named = found(/^ *(?:company-data|npx company-data) (\w+)/gm);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('shows URLs that are taken', () => {
    const [events] = found(/EVENT_STORE_URL='([^']+)'/g);
    const [documents] = found(/MONGODB_URL='([^']+)'/g);
    expect(connectionTarget(events ?? '').credentials).toMatchObject({ username: 'company-data' });
    expect(mongoTarget(documents ?? '').database).toBe('company_data');
  });
});
