import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forEachTest } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const ROOT = join(__dirname, '..', '..', '..');
const SCRIPT = [join(ROOT, 'scripts', 'new.mjs'), 'operator-command'];
const GROUPS = 'src/cli/command-groups.ts';

const folder = forEachTest(() => new TemporaryFolder());
beforeEach(() => {
  for (const door of ['src/cli', 'src/console/pages'])
    cpSync(join(ROOT, door), folder.file(door), { recursive: true });
});

const run = (...words: readonly string[]): string =>
  execFileSync(process.execPath, [...SCRIPT, ...words, '--root', folder.path], { encoding: 'utf8' });
const read = (file: string): string => readFileSync(folder.file(file), 'utf8');

it.each([
  ['register', 'register', '..'],
  ['accounts', 'accounts', '..'],
  ['usage', 'usage/usage', '../..'],
  ['console', 'console', '..'],
  ['events', 'events', '..'],
  ['projections', 'projections', '..'],
  ['prices', 'prices', '..'],
])(
  'adds a function, its sheet, spec, command and page to a group that is there: %s',
  (group, place, toSource) => {
    const groups = read(GROUPS);
    run(group, 'recount');
    const commands = read(`src/cli/${place}.commands.ts`);
    expect(commands).toContain(`from '${toSource}/operator/${group}/recount-${group}.js';`);
    expect(commands).toMatch(/^ {2}addRecountCommand\(\w+\);\n\}/m);
    expect(commands).toContain(".command('recount')");
    expect(read(`src/operator/${group}/recount-${group}.ts`)).toContain('}: OperatorServices)');
    expect(read(`src/operator/${group}/recount-${group}.spec.ts`)).toContain('forEachTest(operatorWorld)');
    expect(read(GROUPS)).toBe(groups);
    const action = `recount${group.replace(/^./, (letter) => letter.toUpperCase())}`;
    expect(commands).toContain(`cli.out.sheet(shown, () => ${action}Sheet(shown));`);
    expect(read(`src/operator/${group}/recount-${group}.sheet.ts`)).toContain(`export const ${action}Sheet`);
    expect(read(`src/console/pages/recount-${group}.page.tsx`)).toContain(
      `export const ${action}Page = get(`,
    );
    const pages = read('src/console/pages/index.ts');
    expect(pages).toContain(`import { ${action}Page } from './recount-${group}.page.js';`);
    expect(pages).toMatch(new RegExp(`^  ${action}Page,\\n\\];`, 'm'));
  },
);

it('makes a new group and enters it last in the list', () => {
  run('disputes', 'list');
  expect(read('src/cli/disputes.commands.ts')).toContain("program.command('disputes')");
  expect(read(GROUPS)).toMatch(/\[\['disputes'\], .*\.disputesCommands\],\n\];/);
});

it.each([
  ['no name', ['register']],
  ['a name of another form', ['register', 'ReCount']],
  ['a group that is one command', ['verify', 'deep']],
  ['a command that is there', ['register', 'prune']],
])('refuses %s and writes nothing', (_what, words) => {
  const before = read('src/cli/register.commands.ts');
  expect(spawnSync(process.execPath, [...SCRIPT, ...words, '--root', folder.path]).status).toBe(2);
  expect(read('src/cli/register.commands.ts')).toBe(before);
  expect(existsSync(folder.file('src/operator'))).toBe(false);
});
