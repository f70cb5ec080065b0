/**
 * `npm run new:operator-command -- GROUP NAME`: a new query or command of the operator's. Writes the function and its
 * spec in `src/operator`, and the command in the group's file in `src/cli`, which it makes and enters in the list of
 * groups where there is none. What is left is to say what it does, and its section of `docs/cli.md`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '..') } },
});
const [group = '', name = ''] = positionals;
const { root } = values;

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

const camel = (text) => text.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const WORD = /^[a-z]+(-[a-z]+)*$/;
for (const word of [group, name])
  if (!WORD.test(word)) refuse(`'${word}' is no word of a command: small letters, words joined by -`);

const fileName = `${name}-${group}`;
const action = camel(fileName);
const functionFile = join(root, `src/operator/${group}/${fileName}.ts`);
const specFile = join(root, `src/operator/${group}/${fileName}.spec.ts`);
const commandFile = join(root, `src/cli/${group}.commands.ts`);
const groupsFile = join(root, 'src/cli/command-groups.ts');

const groups = readFileSync(groupsFile, 'utf8');
const before = existsSync(commandFile) ? readFileSync(commandFile, 'utf8') : newGroup();
const parent = /const (\w+) = program\s*\.command\(/.exec(before)?.[1];
if (parent === undefined) refuse(`${group} has no commands under it: enter ${name} by hand`);
if (existsSync(functionFile) || before.includes(`.command('${name}')`))
  refuse(`${group} ${name} is there already`);

const functionText = `import type { Operator } from '../operator.js';

export interface ${action[0].toUpperCase()}${action.slice(1)}Result {
  /** Where the log ends. */
  readonly position: string;
}

/** What it tells or does, and the rule that it keeps. */
export async function ${action}({ stores }: Operator): Promise<${action[0].toUpperCase()}${action.slice(1)}Result> {
  return { position: await stores.eventStore.head() };
}
`;

const specText = `import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { ${action} } from './${fileName}.js';

const world = forEachTest(operatorWorld);

it('tells where the log ends', async () => {
  await world.log.openAccount();
  const position = await world.operator.stores.eventStore.head();
  expect(await ${action}(world.operator)).toEqual({ position });
});
`;

function newGroup() {
  return `/** \`${group} …\`. */
import type { Command } from 'commander';
import type { Run } from './command-line.js';
import { operatorOf } from './operator.js';
import { facts } from './output.js';

export function ${camel(group)}Commands(program: Command, run: Run): void {
  const ${camel(group)} = program.command('${group}').description('what these commands are about');
}
`;
}

/** Puts text before what `end` finds from `start` on. */
function entered(source, { start, end, text }) {
  const from = source.search(start);
  const to = from < 0 ? -1 : source.indexOf(end, from);
  if (to < 0) refuse(`${start} is not where it was: enter ${name} by hand`);
  return source.slice(0, to) + text + source.slice(to);
}

/** Adds an import after the last one, unless its names are imported already. */
function imported(source, line) {
  if (source.includes(line)) return source;
  const last = [...source.matchAll(/^(?:import|\} from) .*;$/gm)].at(-1);
  const at = last.index + last[0].length;
  return `${source.slice(0, at)}\n${line}${source.slice(at)}`;
}

const NEEDED = [
  `import { ${action} } from '../operator/${group}/${fileName}.js';`,
  ...(before.includes('operatorOf') ? [] : ["import { operatorOf } from './operator.js';"]),
  ...(/\bfacts\b/.test(before) ? [] : ["import { facts } from './output.js';"]),
];
const called = entered(NEEDED.reduce(imported, before), {
  start: /^export function \w+\(program: Command, run: Run\): void \{$/m,
  end: '\n}\n',
  text: `\n  ${camel(name)}Command(${parent}, run);`,
});
const command = `${called}
function ${camel(name)}Command(${parent}: Command, run: Run): void {
  ${parent}
    .command('${name}')
    .description('what it tells or does')
    .action(
      run(async (cli) => {
        const shown = await ${action}(await operatorOf(cli));
        cli.out.document(shown, () => facts({ position: shown.position }));
      }),
    );
}
`;

const groupEntry = `  {
    names: ['${group}'],
    load: async () => (await import('./${group}.commands.js')).${camel(group)}Commands,
  },
`;
if (!existsSync(commandFile))
  writeFileSync(
    groupsFile,
    entered(groups, { start: /export const COMMAND_GROUPS/, end: '];', text: groupEntry }),
  );
mkdirSync(dirname(functionFile), { recursive: true });
writeFileSync(functionFile, functionText);
writeFileSync(specFile, specText);
writeFileSync(commandFile, command);
process.stdout.write(
  `Wrote ${functionFile}, its spec and ${group} ${name} in ${commandFile}. Now say what it does, here and in docs/cli.md; then npm run format, npm run check and npm test.\n`,
);
