/** The commands of a block of shell, and which of them no test runs. */
import { NOT_RUN } from './not-run.js';

/** A block's commands, each with the lines that go on from it: after a backslash. */
export function commandsOf(code: string): string[] {
  const commands: string[] = [];
  let open = false;
  for (const line of code.split(/(?<=\n)/)) {
    if (open) commands.push(`${commands.pop() ?? ''}${line}`);
    else commands.push(line);
    open = line.endsWith('\\\n');
  }
  return commands;
}

/** Why this command of the page isn't run; undefined: it is. */
export const whyNotRun = (page: string, command: string): string | undefined =>
  Object.entries(NOT_RUN[page] ?? {}).find(([begins]) => command.startsWith(begins))?.[1];

/** What of a block is run; empty where nothing is. */
export const partRun = (page: string, code: string): string =>
  commandsOf(code)
    .filter((command) => whyNotRun(page, command) === undefined)
    .join('');
