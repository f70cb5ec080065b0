/** Every group of commands, in the order in which help lists them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountsCommands } from './accounts.commands.js';
import { backupCommands } from './backup.commands.js';
import { billingCommands } from './billing.commands.js';
import type { CommandGroup } from './command-line.js';
import { enrichCommand } from './enrich.commands.js';
import { investigateCommands } from './investigate.commands.js';
import { jobsCommands } from './jobs.commands.js';
import { keysCommands } from './keys.commands.js';
import { pricesCommands } from './prices.commands.js';
import { projectionsCommands } from './projections.commands.js';
import { registerCommands } from './register.commands.js';
import { usageCommands } from './usage.commands.js';
import { verifyCommand } from './verify.commands.js';

export const COMMAND_GROUPS: readonly CommandGroup[] = [
  registerCommands,
  accountsCommands,
  keysCommands,
  jobsCommands,
  pricesCommands,
  usageCommands,
  projectionsCommands,
  investigateCommands,
  billingCommands,
  verifyCommand,
  backupCommands,
  enrichCommand,
];

/** Of the package. */
export const VERSION: string = readVersion();

function readVersion(): string {
  // `dist/src/cli` and `src/cli` lie at different depths under the package.
  const candidates = [join(__dirname, '..', '..', '..'), join(__dirname, '..', '..')];
  for (const folder of candidates) {
    try {
      const text: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      if (typeof text === 'object' && text !== null && 'version' in text) return String(text.version);
    } catch {
      // Not here.
    }
  }
  return 'unknown';
}
