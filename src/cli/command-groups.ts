/**
 * Lists every group of commands in the order of the help. A group is loaded when one of its commands runs, so
 * that a small command doesn't wait for the code of a large one.
 */
import type { CommandGroup } from './command-line.js';

export interface LazyGroup {
  /** The first words of its commands. */
  readonly names: readonly string[];
  readonly load: () => Promise<CommandGroup>;
}

export const COMMAND_GROUPS: readonly LazyGroup[] = [
  { names: ['serve'], load: async () => (await import('./serve.commands.js')).serveCommand },
  { names: ['sandbox'], load: async () => (await import('./sandbox.command.js')).sandboxCommand },
  { names: ['init'], load: async () => (await import('./install/init.command.js')).initCommand },
  { names: ['doctor'], load: async () => (await import('./install/doctor.command.js')).doctorCommand },
  { names: ['register'], load: async () => (await import('./register.commands.js')).registerCommands },
  { names: ['accounts'], load: async () => (await import('./accounts.commands.js')).accountsCommands },
  { names: ['keys'], load: async () => (await import('./keys.commands.js')).keysCommands },
  { names: ['jobs'], load: async () => (await import('./jobs.commands.js')).jobsCommands },
  { names: ['prices'], load: async () => (await import('./prices.commands.js')).pricesCommands },
  { names: ['usage'], load: async () => (await import('./usage/usage.commands.js')).usageCommands },
  {
    names: ['projections'],
    load: async () => (await import('./projections.commands.js')).projectionsCommands,
  },
  {
    names: ['investigate'],
    load: async () => (await import('./investigate.commands.js')).investigateCommands,
  },
  { names: ['billing'], load: async () => (await import('./billing.commands.js')).billingCommands },
  {
    names: ['statements'],
    load: async () => (await import('./statements.commands.js')).statementsCommands,
  },
  {
    names: ['receipts'],
    load: async () => (await import('./watch/receipts.commands.js')).receiptsCommands,
  },
  { names: ['verify'], load: async () => (await import('./verify.commands.js')).verifyCommand },
  {
    names: ['suppress', 'suppressed'],
    load: async () => (await import('./suppress.commands.js')).suppressCommands,
  },
  { names: ['console'], load: async () => (await import('./console.commands.js')).consoleCommands },
  { names: ['backup', 'restore'], load: async () => (await import('./backup.commands.js')).backupCommands },
  { names: ['events'], load: async () => (await import('./events.commands.js')).eventsCommands },
  { names: ['enrich'], load: async () => (await import('./enrich.commands.js')).enrichCommand },
];

/** Loads the group that the arguments name, or all groups if they name none. */
export async function loadGroups(args: readonly string[]): Promise<readonly CommandGroup[]> {
  if (args[0] === '--version') return [];
  const name = args.find((arg) => !arg.startsWith('-'));
  const matchingGroups = COMMAND_GROUPS.filter(({ names }) => name !== undefined && names.includes(name));
  return Promise.all((matchingGroups.length > 0 ? matchingGroups : COMMAND_GROUPS).map(({ load }) => load()));
}
