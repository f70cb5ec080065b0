/** The operator's command line, and `enrich` for customers: parses the words, runs the command, ends with its code. */
import 'reflect-metadata';
import { CommandLine } from './cli/command-line.js';
import { COMMAND_GROUPS, VERSION } from './cli/command-groups.js';

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

void new CommandLine(process, process.argv.slice(2)).run(COMMAND_GROUPS, VERSION).then((code) => {
  process.exitCode = code;
});
