/** The commands `billing …`: explain, adjust, reprice, dispute and estimate charges, and grant credits. */
import { adjustCommand, repriceCommand } from './adjust.command.js';
import { creditCommand } from './credit.command.js';
import type { ProgramCommand } from './command-line.js';
import { disputeCommand } from './dispute.command.js';
import { estimateCommand } from './estimate.command.js';
import { explainCommand } from './explain/explain.command.js';

export function billingCommands(program: ProgramCommand): void {
  const billing = program.command('billing').description('explains, adjusts, credits and estimates charges');
  explainCommand(billing);
  adjustCommand(billing);
  repriceCommand(billing);
  creditCommand(billing);
  disputeCommand(billing);
  estimateCommand(billing);
}
