/**
 * The command `sandbox`: starts an API on made-up companies, one for each answer that the service can give.
 * It needs no network, and nothing is billed.
 */
import { createLogger } from '../../packages/platform/src/telemetry/logger.js';
import { FIRST_KEY } from '../sandbox/sandbox-keys.js';
import * as args from './arguments.js';
import { untilEndSignal } from './register/end-signal.js';
import type { CommandGroup } from './command-line.js';

/** The default port of the service too, so that a program works with both. */
const DEFAULT_PORT = 3000;
const LAST_PORT = 65_535;

export const sandboxCommand: CommandGroup = (program) => {
  program
    .command('sandbox')
    .description(
      'starts an API with fixed keys and made-up companies for every answer, and throws it away at the end',
    )
    .option('--port <port>', '0: any free port', args.asWholeNumber(0, LAST_PORT), DEFAULT_PORT)
    .option('--host <address>', 'the address that it listens on', '127.0.0.1')
    .option('--console', "starts the operator's console too")
    .does(async (cli, { port, host, console: withConsole = false }) => {
      const whenEnded = untilEndSignal();
      const { startSandbox } = await import('../processes/sandbox/start-sandbox.js');
      const sandbox = await startSandbox({ port, host, withConsole }, createLogger({ logLevel: 'warn' }));
      const { url, consoleUrl: console_url, consoleLink: console_link, dataDir: data_dir } = sandbox;
      const docs = `${url}/docs/sandbox`;
      cli.out.secret({ url, key: FIRST_KEY, docs, console_url, console_link, data_dir }, () => [
        `company-data sandbox listening on ${url}: nothing in it is data, and nothing is billed`,
        `BASE=${url} KEY=${FIRST_KEY}`,
        `every answer and how to get it: ${docs}`,
        ...(console_link === null ? [] : [`the operator's console: ${console_link}`]),
        `Ctrl-C ends it and throws ${data_dir} away`,
      ]);
      await whenEnded;
      await sandbox.stop();
    });
};
