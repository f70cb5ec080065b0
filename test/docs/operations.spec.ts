/** What `docs/operations.md` tells operators to watch and to set is there to be watched and set. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_GROUPS } from '../../src/cli/command-groups.js';
import { connectionTarget } from '../../src/platform/event-store/eventstoredb/connection-string.js';
import { mongoTarget } from '../../src/platform/mongodb/connection-string.js';
import { PROJECTIONS } from '../../projections/index.js';
import { SETTING_NAMES } from '../../src/settings/settings.js';

const ROOT = join(__dirname, '..', '..');
const page = readFileSync(join(ROOT, 'docs', 'operations.md'), 'utf8');

const found = (pattern: RegExp): string[] => [
  ...new Set([...page.matchAll(pattern)].map(([, word = '']) => word)),
];

function sources(): string {
  const folder = join(ROOT, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
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
    const settings = found(/\b([A-Z]+(?:_[A-Z0-9]+)+)\b/g);
    const others = ['REGISTER_FILES', 'KEY_ID', 'JOB_ID'];
    expect(settings.filter((name) => !SETTING_NAMES.includes(name) && !others.includes(name))).toEqual([]);
  });

  it('names commands that there are', () => {
    const known = COMMAND_GROUPS.flatMap(({ names }) => names);
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
