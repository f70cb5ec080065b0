/** The operator's command line, and `enrich` for customers: parses the words, runs the command, ends with its code. */
import 'reflect-metadata';
import { groupsFor } from './cli/command-groups.js';
import { CommandLine } from './cli/command-line.js';
import { packageVersion } from './cli/version.js';

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

async function main(words: readonly string[]): Promise<void> {
  process.exitCode = await new CommandLine(process, words).run(await groupsFor(words), packageVersion());
}

void main(process.argv.slice(2));
