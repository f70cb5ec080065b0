/** `company-data sandbox` without the code of other commands, so that it answers within a second. */
import 'reflect-metadata';
import { runProgram } from './run-program.js';
import { sandboxCommand } from './cli/sandbox.command.js';

void runProgram(async () => [sandboxCommand]);
