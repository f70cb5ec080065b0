/** A command of this process: parses its words, runs it, ends with its code. */
import { CommandLine, type CommandGroup } from './cli/command-line.js';
import { packageVersion } from './settings/version.js';

/** @param groupsFor the groups of commands that words need */
export async function runProgram(
  groupsFor: (words: readonly string[]) => Promise<readonly CommandGroup[]>,
): Promise<void> {
  const words = process.argv.slice(2);
  // `bin/company-data.js` knows the service by the same word.
  const isService = words.find((word) => !word.startsWith('-')) === 'serve';
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A service works on where its log can't be written or nobody reads it any more.
    if (isService) return;
    // A reader that has seen enough (`| head`) is no fault; a command whose output is lost has failed.
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  // What is told beside the answer, such as progress, ends no work where it can't be written.
  process.stderr.on('error', () => undefined);
  process.exitCode = await new CommandLine(process, words).run(await groupsFor(words), packageVersion());
}
