/** `company-data serve` without the code of other commands, which a service would keep as long as it runs. */
import 'reflect-metadata';
import { runProgram } from './run-program.js';
import { serveCommand } from './cli/serve.commands.js';

/** The process lives for so long after its command is over, for what it still writes. */
const WRITTEN_WITHIN_MS = 1_000;

// Nothing that a failed start left behind may keep the process.
void runProgram(async () => [serveCommand]).then(() =>
  setTimeout(() => process.exit(), WRITTEN_WITHIN_MS).unref(),
);
