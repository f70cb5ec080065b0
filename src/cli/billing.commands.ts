/** `billing …`: what a bill is made of. */
import type { Command } from 'commander';
import { adjustCommand } from './adjust.command.js';
import type { Run } from './command-line.js';
import { disputeCommand } from './dispute.command.js';
import { estimateCommand } from './estimate.command.js';
import { explainCommand } from './explain/explain.command.js';

export function billingCommands(program: Command, run: Run): void {
  const billing = program.command('billing').description('what a bill is made of');
  explainCommand(billing, run);
  adjustCommand(billing, run);
  disputeCommand(billing, run);
  estimateCommand(billing, run);
}
