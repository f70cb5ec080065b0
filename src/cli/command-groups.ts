/**
 * Lists every group of commands in the order of the help. A group is loaded when one of its commands runs, so
 * that a small command doesn't wait for the code of a large one.
 */
import type { CommandGroup } from './command-line.js';

type LazyGroup = readonly [firstWords: readonly string[], load: () => Promise<CommandGroup>];

export const COMMAND_GROUPS: readonly LazyGroup[] = [
  [['serve'], async () => (await import('./serve.commands.js')).serveCommand],
  [['sandbox'], async () => (await import('./sandbox.command.js')).sandboxCommand],
  [['init'], async () => (await import('./install/init.command.js')).initCommand],
  [['doctor'], async () => (await import('./install/doctor.command.js')).doctorCommand],
  [['register'], async () => (await import('./register.commands.js')).registerCommands],
  [['accounts'], async () => (await import('./accounts.commands.js')).accountsCommands],
  [['keys'], async () => (await import('./keys.commands.js')).keysCommands],
  [['jobs'], async () => (await import('./jobs.commands.js')).jobsCommands],
  [['prices'], async () => (await import('./prices.commands.js')).pricesCommands],
  [['usage'], async () => (await import('./usage/usage.commands.js')).usageCommands],
  [['projections'], async () => (await import('./projections.commands.js')).projectionsCommands],
  [['investigate'], async () => (await import('./investigate.commands.js')).investigateCommands],
  [['billing'], async () => (await import('./billing.commands.js')).billingCommands],
  [['statements'], async () => (await import('./statements.commands.js')).statementsCommands],
  [['receipts'], async () => (await import('./watch/receipts.commands.js')).receiptsCommands],
  [['verify'], async () => (await import('./verify.commands.js')).verifyCommand],
  [['suppress', 'suppressed'], async () => (await import('./suppress.commands.js')).suppressCommands],
  [['console'], async () => (await import('./console.commands.js')).consoleCommands],
  [['backup', 'restore'], async () => (await import('./backup.commands.js')).backupCommands],
  [['events'], async () => (await import('./events.commands.js')).eventsCommands],
  [['enrich'], async () => (await import('./enrich.commands.js')).enrichCommand],
];

/** Loads the group that the arguments name, or all groups if they name none. */
export async function loadGroups(args: readonly string[]): Promise<readonly CommandGroup[]> {
  if (args[0] === '--version') return [];
  const name = args.find((arg) => !arg.startsWith('-'));
  const matchingGroups = COMMAND_GROUPS.filter(([words]) => name !== undefined && words.includes(name));
  return Promise.all((matchingGroups.length > 0 ? matchingGroups : COMMAND_GROUPS).map(([, load]) => load()));
}
