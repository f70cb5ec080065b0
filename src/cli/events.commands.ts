/** The commands `events export` and `events import`: move the whole log as a file between two stores. */
import { checkedExport, exportEvents, importEvents } from '../operator/events/move-log.js';
import { refuseSandbox } from '../sandbox/sandbox-settings.js';
import { countText } from '../../packages/words/src/text/formats.js';
import type { Cli, ProgramCommand } from './command-line.js';

export function eventsCommands(program: ProgramCommand): void {
  const events = program
    .command('events')
    .description('moves the log between stores as a file; the read models are rebuilt from it');
  events
    .command('export')
    .description('writes the whole log to a file of NDJSON, beside a running service or without one')
    .argument('<file>', 'the file to write; must not exist')
    .option('--from <position>', 'only events after this position of the log')
    .does((cli, file, { from = '' }) => exportTo(cli, file, from));
  events
    .command('import')
    .description('writes an exported log into an empty store, or continues an interrupted import')
    .argument('<file>', 'made by events export')
    .option('--from <position>', 'skip events up to this position of the exported store')
    .does((cli, file, { from = '' }) => importFrom(cli, file, from));
}

async function exportTo(cli: Cli, file: string, from: string): Promise<void> {
  refuseSandbox(cli.settings());
  const end = await cli.out.withProgress('export', 'events', (update) =>
    exportEvents(cli.settings(), { file, from, onProgress: (items) => update(items, items) }),
  );
  const { events, deletions, position, digest, key_hash_fingerprint } = end;
  cli.out.document({ file, events, deletions, position, digest, key_hash_fingerprint }, () => [
    `Exported ${countText(events, 'event')} and ${countText(deletions, 'deletion')} to ${file}.`,
    `SHA-256 ${digest}`,
  ]);
  cli.out.message('The file holds the same customer data as the log. Protect it as well.');
}

async function importFrom(cli: Cli, path: string, from: string): Promise<void> {
  const file = await cli.out.withProgress('check', 'events', (update) =>
    checkedExport(path, { from, onProgress: (items) => update(items, items) }),
  );
  const { events, deletions } = file.end;
  const { found, written, digest, same_key_hash_secret } = await cli.out.withProgress(
    'import',
    'events',
    (update) => importEvents(cli.settings(), file, { from, onProgress: (items) => update(items) }),
    events + deletions,
  );
  cli.out.document({ file: path, events, deletions, found, written, digest, same_key_hash_secret }, () => [
    `${written} of ${events + deletions} written; ${found} were already there.`,
    `SHA-256 ${digest}`,
  ]);
  if (!same_key_hash_secret)
    cli.out.message(
      `The log was written with another KEY_HASH_SECRET (fingerprint ${file.head.key_hash_fingerprint}). Its keys do not work here until that secret is set.`,
    );
  cli.out.message('The read models are rebuilt at the next start; `verify` and `usage rebuild` check them.');
}
