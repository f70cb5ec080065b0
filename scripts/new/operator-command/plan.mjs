/**
 * `GROUP NAME`: a query or command of the operator's, the sheet of its answer, its command in the group's file (the one that
 * `command-groups.ts` names, else a new one), and its page in the console.
 */
const GROUPS = 'src/cli/command-groups.ts';
const PAGES = 'src/console/pages/index.ts';
const WORD = /^[a-z]+(-[a-z]+)*$/;

export const options = {};

/** Adds an import after the last one, unless its names are imported already. */
function imported(source, line) {
  if (source.includes(line)) return source;
  const last = [...source.matchAll(/^(?:import|\} from) .*;$/gm)].at(-1);
  const at = last.index + last[0].length;
  return `${source.slice(0, at)}\n${line}${source.slice(at)}`;
}

export function plan([group = '', name = ''], _values, tools) {
  const { refuse, camel, pascal, exists, read, entered, template } = tools;
  for (const word of [group, name])
    if (!WORD.test(word)) refuse(`'${word}' is no word of a command: small letters, words joined by -`);
  const file = `${name}-${group}`;
  const [action, groupName] = [camel(file), camel(group)];
  const words = {
    group,
    groupName,
    name,
    adder: `add${pascal(name)}Command`,
    file,
    action,
    Action: pascal(file),
  };
  const functionFile = `src/operator/${group}/${file}.ts`;
  const held = new RegExp(`\\['${group}'.*?\\], async .*?import\\('\\./(.+?)\\.js'\\)`).exec(
    read(GROUPS),
  )?.[1];
  const commandFile = `src/cli/${held ?? `${group}.commands`}.ts`;
  const toSource = held?.includes('/') ? '../..' : '..';
  const before = held === undefined ? template('group.ts', words) : read(commandFile);
  const parent =
    /const (\w+) = program\s*\.command\(/.exec(before)?.[1] ??
    refuse(`${group} has no commands under it: enter ${name} by hand`);
  if (exists(functionFile) || before.includes(`.command('${name}')`))
    refuse(`${group} ${name} is there already`);

  const needed = [
    `import { ${action} } from '${toSource}/operator/${group}/${file}.js';`,
    `import { ${action}Sheet } from '${toSource}/operator/${group}/${file}.sheet.js';`,
  ];
  const opening = /^export function \w+\(program: ProgramCommand\): void \{$/m;
  const call = `\n  ${words.adder}(${parent});`;
  const called = entered(needed.reduce(imported, before), opening, '\n}\n', call);
  const entry = `  [['${group}'], async () => (await import('./${group}.commands.js')).${groupName}Commands],\n`;
  return {
    words,
    edits: {
      [PAGES]: entered(
        imported(read(PAGES), `import { ${action}Page } from './${file}.page.js';`),
        /export const PAGES/,
        '];',
        `  ${action}Page,\n`,
      ),
      [commandFile]: `${called}\n${template('command.ts', { ...words, parent })}`,
      ...(held === undefined && {
        [GROUPS]: entered(read(GROUPS), /export const COMMAND_GROUPS/, '];', entry),
      }),
    },
    said: `${functionFile}, its sheet and spec, ${group} ${name} in ${commandFile} and /${file} in the console. Now say what it does, here and in docs/cli.md; then npm run format, npm run check and npm test.`,
  };
}
