/** `company-data serve` without the code of other commands, which a service would keep as long as it runs. */
import 'reflect-metadata';
import { runProgram } from './run-program.js';
import { serveCommand } from './cli/serve.commands.js';

void runProgram(async () => [serveCommand]);
