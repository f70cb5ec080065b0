/**
 * Backs up and restores a data directory: the embedded stores as of one moment, the secrets, and on request
 * the register's editions. A backup is written beside its target and renamed at the end, so a folder of that
 * name is complete. A restore works the same way and moves the earlier files aside; it deletes none.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RESTORE_PENDING } from '../../../packages/platform/src/files/pending-restore.js';
import { SECRETS_FOLDER } from '../../../packages/platform/src/secrets/kept-secret.js';
import {
  PRIVATE_FILE_MODE,
  privateFile,
  privateFolder,
} from '../../../packages/platform/src/secrets/private-files.js';
import { STORE_FILES } from '../../../packages/platform/src/stores/embedded-files.js';
import { openStores } from '../../../packages/platform/src/stores/stores.js';
import { BACKED_UP, backupStores, storeInUse } from '../../../packages/platform/src/stores/stores-backup.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { EditionFiles, SOURCE_NAMES } from '../../../packages/enrichment/src/index.js';
import { syncToDisk } from '../../../packages/platform/src/files/sync-to-disk.js';
import type { Settings } from '../../settings/settings.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { LOG_FORMAT } from '../../streams/index.js';

const MANIFEST = 'backup.json';
const FORMAT = 1;
const EDITIONS = 'editions';

interface BackupManifest {
  readonly format: number;
  readonly taken_at: string;
  readonly with_register: boolean;
}

type StoreSettings = Pick<Settings, 'dataDir' | 'eventStoreUrl' | 'mongodbUrl'> &
  Partial<Pick<Settings, 'eventStreamPrefix'>>;

function requireEmbeddedStores({ eventStoreUrl, mongodbUrl }: StoreSettings): void {
  if (eventStoreUrl === null && mongodbUrl === null) return;
  throw new WrongRequest(
    'not_embedded',
    'This copies the embedded stores; with EVENT_STORE_URL or MONGODB_URL set, use the tools of those servers.',
  );
}

/** @param options.now when the backup starts */
export async function backup(
  settings: StoreSettings,
  target: string,
  options: { readonly withRegister: boolean; readonly now: Date },
): Promise<BackupManifest> {
  requireEmbeddedStores(settings);
  checkParent(target);
  const { dataDir } = settings;
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new WrongRequest('not_empty', `${target} is there already and not empty.`);
  const draft = `${resolve(target)}.unfinished`;
  rmSync(draft, { recursive: true, force: true });
  privateFolder(draft);
  try {
    await backupStores(dataDir, draft);
    copySecrets(dataDir, draft);
    if (options.withRegister) copyEditions(dataDir, draft);
    const { withRegister: with_register, now } = options;
    const manifest = { format: FORMAT, taken_at: now.toISOString(), with_register };
    const fileOptions = { mode: PRIVATE_FILE_MODE, flush: true };
    writeFileSync(join(draft, MANIFEST), `${JSON.stringify(manifest)}\n`, fileOptions);
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
    return manifest;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function copySecrets(from: string, to: string): void {
  const secrets = join(from, SECRETS_FOLDER);
  if (!existsSync(secrets)) return;
  cpSync(secrets, join(to, SECRETS_FOLDER), { recursive: true, preserveTimestamps: true });
  privateFolder(join(to, SECRETS_FOLDER));
  for (const name of readdirSync(secrets)) privateFile(join(to, SECRETS_FOLDER, name));
}

/**
 * Copies all editions. Editions never change. The lock only keeps a prune from removing an edition during the
 * copy.
 */
function copyEditions(from: string, to: string): void {
  for (const source of SOURCE_NAMES) {
    if (EditionFiles.editionsOf(from, source).length === 0) continue;
    const lock = EditionFiles.lockSource(from, source);
    if (lock === null)
      throw new NotDone('register_busy', `An import of ${source} is running; back up when it is done.`);
    try {
      const activeEdition = EditionFiles.activeEdition(from, source);
      for (const path of [join(to, EDITIONS), join(to, EDITIONS, source)]) privateFolder(path);
      for (const id of EditionFiles.editionsOf(from, source)) copyEdition(from, to, source, id);
      if (activeEdition !== null) copyEdition(from, to, source, activeEdition);
    } finally {
      lock.release();
    }
  }
}

/** Copies an edition and puts it in force. So the caller copies the active edition last. */
function copyEdition(from: string, to: string, source: string, id: string): void {
  const draft = EditionFiles.buildingPath(to, source, 'copy');
  copyFileSync(EditionFiles.editionPath(from, source, id), draft);
  EditionFiles.publishEdition(to, source, draft, id);
}

/**
 * @param token part of the name of the folder that the earlier stores are moved to
 * @returns `moved_aside`: the folder with the earlier content of the data directory; null: there was none
 */
export async function restore(settings: StoreSettings, source: string, token: string) {
  requireEmbeddedStores(settings);
  const { dataDir } = settings;
  const manifest = readManifest(source);
  const store = existsSync(dataDir) ? storeInUse(dataDir) : null;
  if (store !== null)
    throw new WrongRequest('in_use', `${store} is in use: stop the service and every command on it first.`);
  privateFolder(dataDir);
  const stagingFolder = join(dataDir, 'restore.unfinished');
  const marker = join(dataDir, RESTORE_PENDING);
  const interruptedRestore = readInterruptedRestore(marker, source);
  try {
    if (interruptedRestore === null) await stageFiles(settings, source, stagingFolder);
    const names = interruptedRestore?.names ?? readdirSync(stagingFolder);
    const pending = interruptedRestore ?? { source: resolve(source), token, names };
    if (interruptedRestore === null) writeAtomically(marker, pending);
    const movedTo = moveAside(dataDir, pending.token, isStagedWhole(stagingFolder, pending));
    for (const name of [SECRETS_FOLDER, ...BACKED_UP]) move(stagingFolder, dataDir, name);
    if (manifest.with_register) copyEditions(source, dataDir);
    syncToDisk(dataDir);
    rmSync(marker);
    return { ...manifest, moved_aside: movedTo };
  } finally {
    if (!existsSync(marker)) rmSync(stagingFolder, { recursive: true, force: true });
  }
}

/** The marker that a restore writes before it moves a file. A killed restore is continued from it. */
interface PendingRestore {
  readonly source: string;
  readonly token: string;
  /** All staged files. They are moved into place only after all earlier files were moved aside. */
  readonly names: readonly string[];
}

function readInterruptedRestore(marker: string, source: string): PendingRestore | null {
  if (!existsSync(marker)) return null;
  const pending = JSON.parse(readFileSync(marker, 'utf8')) as PendingRestore; // `restore` wrote all of it
  if (pending.source === resolve(source)) return pending;
  throw new WrongRequest(
    'restore_pending',
    `A restore of ${pending.source} was broken off: restore that one again, which goes on with it.`,
  );
}

async function stageFiles(settings: StoreSettings, source: string, stagingFolder: string): Promise<void> {
  rmSync(stagingFolder, { recursive: true, force: true });
  privateFolder(stagingFolder);
  for (const name of BACKED_UP) copyFileSync(join(source, name), join(stagingFolder, name));
  await tryToOpen({ ...settings, dataDir: stagingFolder });
  copySecrets(source, stagingFolder);
}

function writeAtomically(path: string, content: object): void {
  const draft = `${path}.unfinished`;
  writeFileSync(draft, JSON.stringify(content), { mode: PRIVATE_FILE_MODE, flush: true });
  renameSync(draft, path);
  syncToDisk(dirname(path));
}

const isStagedWhole = (stagingFolder: string, { names }: PendingRestore): boolean =>
  names.every((name) => existsSync(join(stagingFolder, name)));

/** Checks that this version can open the copied stores, before they replace the present ones. */
async function tryToOpen(settings: StoreSettings): Promise<void> {
  const stores = await openStores({ ...settings, ...LOG_FORMAT, hosting: 'direct' });
  try {
    await stores.eventStore.head();
  } finally {
    await stores.close();
  }
}

/**
 * Moves aside the secrets, the stores, and the side files that an unclean shutdown of the stores left.
 * @param mayRemain true if some of the earlier files may still be in place
 */
function moveAside(dataDir: string, token: string, mayRemain: boolean): string | null {
  const stores = new Set<string>(Object.values(STORE_FILES));
  const names = readdirSync(dataDir).filter(
    (name) => name === SECRETS_FOLDER || stores.has(name.replace(/-(wal|shm)$/, '')),
  );
  const asideFolder = join(dataDir, `before-restore-${token}`);
  if (mayRemain && names.length > 0) {
    privateFolder(asideFolder);
    for (const name of names) move(dataDir, asideFolder, name);
  }
  return existsSync(asideFolder) ? asideFolder : null;
}

function move(from: string, to: string, name: string): void {
  if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name));
}

function readManifest(folder: string): BackupManifest {
  try {
    // `backup` wrote the manifest. The format is checked before any other field is used.
    const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as BackupManifest;
    if (manifest.format === FORMAT) return manifest;
    throw new WrongRequest(
      'unknown_backup',
      `${folder} was made by another version (format ${String(manifest.format)}).`,
    );
  } catch (error) {
    if (error instanceof WrongRequest) throw error;
    const detail = `${folder} is not a backup of this program: ${errorMessage(error)}`;
    throw new WrongRequest('no_backup', detail);
  }
}

/** Requires the parent folder, so that a mistyped path is reported before anything is copied. */
function checkParent(target: string): void {
  const parent = dirname(resolve(target));
  if (!existsSync(parent)) throw new WrongRequest('no_folder', `There is no folder ${parent}.`);
}
