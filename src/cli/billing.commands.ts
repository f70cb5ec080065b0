/** The commands `billing …`: explain, adjust, reprice, dispute and estimate charges, and grant credits. */
import { addAdjustCommand, addRepriceCommand } from './adjust.command.js';
import { addCreditCommand } from './credit.command.js';
import type { ProgramCommand } from './command-line.js';
import { addDisputeCommand } from './dispute.command.js';
import { addEstimateCommand } from './estimate.command.js';
import { addExplainCommand } from './explain/explain.command.js';

export function billingCommands(program: ProgramCommand): void {
  const billing = program.command('billing').description('explains, adjusts, credits and estimates charges');
  addExplainCommand(billing);
  addAdjustCommand(billing);
  addRepriceCommand(billing);
  addCreditCommand(billing);
  addDisputeCommand(billing);
  addEstimateCommand(billing);
}
