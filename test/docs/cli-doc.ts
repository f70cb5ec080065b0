/** What `docs/cli.md` says of each command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DocumentedCommand {
  readonly name: string;
  readonly text: string;
  /** Keys of its JSON that are always there, and those that may be missing. */
  readonly keys: ReadonlySet<string>;
  readonly optional: ReadonlySet<string>;
}

/** By the words of the command. */
export function documentedCommands(): ReadonlyMap<string, DocumentedCommand> {
  const text = readFileSync(join(__dirname, '..', '..', 'docs', 'cli.md'), 'utf8');
  const sections = text.split(/^### /m).slice(1);
  const commands = new Map<string, DocumentedCommand>();
  for (const section of sections) {
    const [name = '', ...lines] = section.split('\n');
    const body = lines.join('\n').split(/^## /m)[0] ?? '';
    commands.set(name, { name, text: body, ...keysIn(body, commands) });
  }
  for (const command of commands.values()) Object.assign(command, keysIn(command.text, commands));
  return commands;
}

/** The keys named in the paragraph that begins with `JSON:` or `JSON lines:`; what stands in brackets is deeper. */
function keysIn(
  body: string,
  commands: ReadonlyMap<string, DocumentedCommand>,
): Pick<DocumentedCommand, 'keys' | 'optional'> {
  const paragraph = /^JSON(?: lines)?: ([^]*?)(?:\.\n|\.$|\n\n)/m.exec(body)?.[1] ?? '';
  let plain = paragraph;
  while (/\([^()]*\)/.test(plain)) plain = plain.replace(/\([^()]*\)/g, '');
  const [keys, optional] = [new Set<string>(), new Set<string>()];
  const others = /the keys of `([^`]+)`/.exec(plain);
  const other = commands.get(others?.[1] ?? '');
  for (const key of other?.keys ?? []) keys.add(key);
  for (const key of other?.optional ?? []) optional.add(key);
  for (const [, key = '', mark] of plain.replace(others?.[0] ?? '', '').matchAll(/`([a-z_]+)`(\?)?/g)) {
    (mark === undefined ? keys : optional).add(key);
  }
  return { keys, optional };
}
