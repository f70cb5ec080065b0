/** `events export` and `events import`: the whole log as a file, from any store to any other. */
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { PROJECTIONS } from '../../projections/index.js';
import type { Position } from '../platform/event-store/event-store.js';
import { LOG_START } from '../platform/event-store/event-store.js';
import { lanePosition } from '../platform/projector/lane-checkpoint.js';
import type { Settings } from '../settings/settings.js';
import type { Stores } from '../platform/stores/stores.js';
import { openStores } from '../platform/stores/stores.js';
import { openExport, BadExportError, type ExportFile } from '../transfer/export-file.js';
import { exportLog } from '../transfer/export-log.js';
import { ImportDisturbedError, OtherLogError, importLog } from '../transfer/import-log.js';
import type { Cli, Run } from './command-line.js';
import { CommandFailure, UsageFailure } from './failure.js';

interface FromOption {
  readonly from?: string;
}

export function eventsCommands(program: Command, run: Run): void {
  const events = program
    .command('events')
    .description('moves the log between stores, as a file; read models follow by replay');
  events
    .command('export')
    .description('writes the whole log to a file of NDJSON, beside a running service or without one')
    .argument('<file>', 'where to; must not be there')
    .option('--from <position>', 'only what came after this position of the log')
    .action(run((cli, file: string, options: FromOption) => exportTo(cli, file, options)));
  events
    .command('import')
    .description('writes an exported log into an empty store, or goes on where an import broke off')
    .argument('<file>', 'made by events export')
    .option(
      '--from <position>',
      'leave out what the file tells up to this position of the store it came from',
    )
    .action(run((cli, file: string, options: FromOption) => importFrom(cli, file, options)));
}

async function exportTo(cli: Cli, file: string, { from = '' }: FromOption): Promise<void> {
  if (existsSync(file)) throw new UsageFailure('file_exists', `${file} is there already.`);
  if (!existsSync(dirname(resolve(file))))
    throw new UsageFailure('no_folder', `There is no folder ${dirname(resolve(file))}.`);
  const { settings, stores } = await open(cli);
  const after = await knownPosition(stores, from);
  const key_hash_fingerprint = fingerprint(settings);
  const progress = cli.out.progress('export', 0, 'events');
  const end = await exportLog(stores.eventStore, {
    file,
    after,
    takenAt: new Date(),
    keyHashFingerprint: key_hash_fingerprint,
    onProgress: (items) => progress.update(items, items),
  });
  progress.stop();
  const { events, deletions, position, digest } = end;
  cli.out.document(
    { file, events, deletions, position, digest, key_hash_fingerprint },
    () => `Exported ${events} events and ${deletions} deletions to ${file}.\nSHA-256 ${digest}`,
  );
  cli.out.message('The file holds all data of customers that the log does: keep it as safe.');
}

async function importFrom(cli: Cli, path: string, { from = '' }: FromOption): Promise<void> {
  if (!existsSync(path)) throw new UsageFailure('no_file', `There is no file ${path}.`);
  const reading = cli.out.progress('check', 0, 'events');
  const file = await openExport(path, (items) => reading.update(items, items)).catch(failed);
  reading.stop();
  if (from > file.end.position)
    throw new UsageFailure('unknown_position', `${path} ends at ${file.end.position}, before ${from}.`);
  const { settings, stores } = await open(cli);
  await refuseForeignReadModels(stores);
  const { events, deletions } = file.end;
  const progress = cli.out.progress('import', events + deletions, 'events');
  const order = {
    // Positions are compared as text with those in the file; whatever isn't there is no trouble.
    from: from as Position,
    now: () => new Date(),
    onProgress: (items: number) => progress.update(items),
  };
  const { found, written, digest } = await importLog(file, stores.eventStore, order).catch(failed);
  progress.stop();
  const same_key_hash_secret = file.head.key_hash_fingerprint === fingerprint(settings);
  cli.out.document(
    { file: path, events, deletions, found, written, digest, same_key_hash_secret },
    () => `${written} of ${events + deletions} written, ${found} were there already.\nSHA-256 ${digest}`,
  );
  tell(cli, file, same_key_hash_secret);
}

function tell(cli: Cli, file: ExportFile, sameSecret: boolean): void {
  if (!sameSecret)
    cli.out.message(
      `The log was written under another KEY_HASH_SECRET (fingerprint ${file.head.key_hash_fingerprint}): no key in it works here until that secret is set.`,
    );
  cli.out.message('The read models follow at the next start; `verify` and `usage rebuild` prove them.');
}

async function open(cli: Cli): Promise<{ settings: Settings; stores: Stores }> {
  const settings = cli.settings();
  const stores = await openStores({ ...settings, hosting: 'direct' });
  cli.atEnd(() => stores.close());
  return { settings, stores };
}

/** Tells two secrets apart without telling either. */
const fingerprint = ({ keyHashSecret }: Settings): string =>
  createHmac('sha256', keyHashSecret).update('fingerprint of an exported log').digest('hex').slice(0, 16);

async function knownPosition({ eventStore }: Stores, text: string): Promise<Position> {
  const position = text as Position; // the store refuses what is none of its own
  if (position === LOG_START) return position;
  try {
    await eventStore.readAll({ after: position, limit: 1 });
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError)
      throw new UsageFailure('unknown_position', error.message);
    throw error;
  }
  if (position > (await eventStore.head()))
    throw new UsageFailure('unknown_position', `'${position}' is past the end of the log.`);
  return position;
}

/** Checkpoints of another log would let the lanes pass over what is imported. */
async function refuseForeignReadModels({ eventStore, readModels }: Stores): Promise<void> {
  const head = await eventStore.head();
  for (const { name } of PROJECTIONS.lanes) {
    const position = (await lanePosition(readModels, name)) ?? LOG_START;
    if (position > head)
      throw new UsageFailure(
        'other_read_models',
        `The read models here were computed from another log: its ${name} lane stands at ${position}. Give this log read models of its own: move read-models.db away, or name another database in MONGODB_URL.`,
      );
  }
}

function failed(error: unknown): never {
  if (error instanceof BadExportError) throw new CommandFailure('bad_export', `${error.message}.`);
  if (error instanceof OtherLogError)
    throw new UsageFailure('other_log', `Nothing was written: ${error.message}.`);
  if (error instanceof ImportDisturbedError) throw new CommandFailure('disturbed', `${error.message}.`);
  throw error;
}
