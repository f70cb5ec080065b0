/** The command `statements sync`: downloads a customer's statements and compares them with the kept ones. */
import { fileNamed, folderAt, ownResults } from '../../../packages/client/src/node.js';
import * as args from '../arguments.js';
import type { Cli, OptionsOf, ProgramCommand } from '../command-line.js';
import { factLines } from '../output.js';
import type { CheckTimestamp } from '../../../packages/statement-check/src/watch/options.js';
import { readCertificates } from '../../heads/timestamps/timestamps.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { awaitFiles, addServiceOptions, runWithClient } from '../enrich/service-client.js';

/** Collects an option that may stand several times. */
const collectTexts = (text: string, texts: readonly string[] = []): readonly string[] => [...texts, text];

const declareSync = (statements: ProgramCommand) =>
  addServiceOptions(
    statements
      .command('sync')
      .description("keeps a customer's statements and compares them with the log of heads and own results")
      .argument('<folder>', 'the folder that keeps them; it is made at the first sync'),
  )
    .option(
      '--results <file>',
      'results that enrich or a client wrote (NDJSON); may be repeated',
      collectTexts,
    )
    .option('--all-results', 'a charge without a result is a failure', false)
    .option('--receipts <file>', 'more receipts than those beside the results; may be repeated', collectTexts)
    .option('--checkpoint-key <vkey>', "the log's key that you trust (default: the one it names at first)")
    .option(
      '--witness <vkey>',
      'the key of a witness that must have signed too; may be repeated',
      collectTexts,
    )
    .option(
      '--witnesses-needed <count>',
      'how many witnesses must have signed (default: all)',
      args.asWholeNumber(0, 100),
    )
    .option('--timestamp-ca <file>', 'the log needs a time stamp under one of these certificates (PEM)')
    .option('--accept-origin <name>', "the log's new name after a restored back-up: you have asked a person")
    .option('--accept-key <vkey>', "the log's new key where the old one was lost: you have asked a person");

export const addStatementsSyncCommand = (statements: ProgramCommand): void =>
  declareSync(statements).does(syncStatements);

async function syncStatements(
  cli: Cli,
  folder: string,
  options: OptionsOf<ReturnType<typeof declareSync>>,
): Promise<void> {
  const { allResults, checkpointKey, witness: witnesses, witnessesNeeded } = options;
  const { acceptOrigin, acceptKey, timestampCa } = options;
  const checkTimestamp = timestampCa === undefined ? undefined : await timestampCheck(timestampCa);
  const ownFiles = await awaitFiles(ownResults(options.results ?? []));
  const moreReceipts = await awaitFiles(Promise.all((options.receipts ?? []).map(fileNamed)));
  const syncResult = await runWithClient(cli, options, (client) =>
    client.statements.sync(folderAt(folder), {
      ...{ results: ownFiles.results, receipts: [...ownFiles.receipts, ...moreReceipts], allResults },
      ...{ checkpointKey, witnesses, witnessesNeeded, acceptOrigin, acceptKey },
      checkTimestamp,
    }),
  );
  cli.out.document({ folder, ...syncResult }, () =>
    factLines({
      folder,
      statements: syncResult.months.join(', ') || 'none yet',
      new: syncResult.new.join(', ') || null,
      'waiting for a proof': syncResult.waiting.join(', ') || null,
      'entries of the log': syncResult.entries,
      'checkpoint key': syncResult.checkpoint_key,
      'time stamp': syncResult.timestamp ?? null,
      'entries that are gone': syncResult.lost.length || null,
      receipts: `${syncResult.receipts.proved} proved, ${syncResult.receipts.waiting} too young`,
      'promises kept': syncResult.promises,
    }),
  );
}

/** Checks time stamps under trusted certificates. @param file PEM. @throws WrongRequest where it has none */
async function timestampCheck(file: string): Promise<CheckTimestamp> {
  const { timeIn } = await import('../../../packages/platform/src/time-stamps/token.js');
  try {
    const anchors = readCertificates(file);
    return (text, token) => timeIn(token, text, anchors);
  } catch (error) {
    throw new WrongRequest('no_certificate', `${file} can't be used: ${errorMessage(error)}`);
  }
}
