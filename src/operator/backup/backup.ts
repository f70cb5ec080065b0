/**
 * A copy of a data directory that can be started from: the embedded stores as of one moment, the secrets, and on
 * request the register's editions. Put together beside its place and renamed at the end, so that what bears the name
 * is whole; the same for a restore, which moves what was there aside rather than away.
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
import { RESTORE_PENDING } from '../../platform/files/pending-restore.js';
import { SECRETS_FOLDER } from '../../platform/secrets/kept-secret.js';
import { PRIVATE_FILE_MODE, privateFile, privateFolder } from '../../platform/secrets/private-files.js';
import { STORE_FILES } from '../../platform/stores/embedded-files.js';
import { openStores } from '../../platform/stores/stores.js';
import { BACKED_UP, backupStores, storeInUse } from '../../platform/stores/stores-backup.js';
import { errorMessage } from '../../platform/errors/error-code.js';
import {
  activeEdition,
  buildingPath,
  editionPath,
  editionsOf,
  lockSource,
  publishEdition,
} from '../../sources/kit/editions/edition.js';
import { syncToDisk } from '../../platform/files/sync-to-disk.js';
import { SOURCE_NAMES } from '../../sources/index.js';
import type { Settings } from '../../settings/settings.js';
import { NotDone, WrongRequest } from '../refusal.js';

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

function refuseServers({ eventStoreUrl, mongodbUrl }: StoreSettings): void {
  if (eventStoreUrl === null && mongodbUrl === null) return;
  throw new WrongRequest(
    'not_embedded',
    'This copies the embedded stores; with EVENT_STORE_URL or MONGODB_URL set, use the tools of those servers.',
  );
}

/** @param options.now when the copy is begun */
export async function backup(
  settings: StoreSettings,
  target: string,
  options: { readonly withRegister: boolean; readonly now: Date },
): Promise<BackupManifest> {
  refuseServers(settings);
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
    const manifest = {
      format: FORMAT,
      taken_at: options.now.toISOString(),
      with_register: options.withRegister,
    };
    writeFileSync(join(draft, MANIFEST), `${JSON.stringify(manifest)}\n`, {
      mode: PRIVATE_FILE_MODE,
      flush: true,
    });
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

/** Editions never change; the lock only keeps a prune from taking one away meanwhile. */
function copyEditions(from: string, to: string): void {
  for (const source of SOURCE_NAMES) {
    if (editionsOf(from, source).length === 0) continue;
    const lock = lockSource(from, source);
    if (lock === null)
      throw new NotDone('register_busy', `An import of ${source} is running; back up when it is done.`);
    try {
      const active = activeEdition(from, source);
      for (const path of [join(to, EDITIONS), join(to, EDITIONS, source)]) privateFolder(path);
      for (const id of editionsOf(from, source)) copyEdition(from, to, source, id);
      if (active !== null) copyEdition(from, to, source, active);
    } finally {
      lock.release();
    }
  }
}

/** The last one that is copied is the one in force. */
function copyEdition(from: string, to: string, source: string, id: string): void {
  const draft = buildingPath(to, source, 'copy');
  copyFileSync(editionPath(from, source, id), draft);
  publishEdition(to, source, draft, id);
}

export interface Restored extends BackupManifest {
  /** Where what was in the data directory before lies now; null where it was empty. */
  readonly moved_aside: string | null;
}

/** @param token names the folder that the earlier stores are moved to */
export async function restore(settings: StoreSettings, source: string, token: string): Promise<Restored> {
  refuseServers(settings);
  const { dataDir } = settings;
  const manifest = readManifest(source);
  const used = existsSync(dataDir) ? storeInUse(dataDir) : null;
  if (used !== null)
    throw new WrongRequest('in_use', `${used} is in use: stop the service and every command on it first.`);
  privateFolder(dataDir);
  const staged = join(dataDir, 'restore.unfinished');
  const marker = join(dataDir, RESTORE_PENDING);
  const begun = brokenOff(marker, source);
  try {
    if (begun === null) await stage(settings, source, staged);
    const pending = begun ?? { source: resolve(source), token, names: readdirSync(staged) };
    if (begun === null) writeWhole(marker, pending);
    const aside = moveAside(dataDir, pending.token, isWhole(staged, pending));
    for (const name of [SECRETS_FOLDER, ...BACKED_UP]) move(staged, dataDir, name);
    if (manifest.with_register) copyEditions(source, dataDir);
    syncToDisk(dataDir);
    rmSync(marker);
    return { ...manifest, moved_aside: aside };
  } finally {
    if (!existsSync(marker)) rmSync(staged, { recursive: true, force: true });
  }
}

/** What a restore writes down before it moves anything: killed after that, it is gone on with. */
interface PendingRestore {
  readonly source: string;
  readonly token: string;
  /** All that was staged. Once one of them is moved, nothing of what was there before is left. */
  readonly names: readonly string[];
}

function brokenOff(marker: string, source: string): PendingRestore | null {
  if (!existsSync(marker)) return null;
  const pending = JSON.parse(readFileSync(marker, 'utf8')) as PendingRestore; // written whole, by `restore`
  if (pending.source === resolve(source)) return pending;
  throw new WrongRequest(
    'restore_pending',
    `A restore of ${pending.source} was broken off: restore that one again, which goes on with it.`,
  );
}

async function stage(settings: StoreSettings, source: string, staged: string): Promise<void> {
  rmSync(staged, { recursive: true, force: true });
  privateFolder(staged);
  for (const name of BACKED_UP) copyFileSync(join(source, name), join(staged, name));
  await tryToOpen({ ...settings, dataDir: staged });
  copySecrets(source, staged);
}

function writeWhole(path: string, content: object): void {
  const draft = `${path}.unfinished`;
  writeFileSync(draft, JSON.stringify(content), { mode: PRIVATE_FILE_MODE, flush: true });
  renameSync(draft, path);
  syncToDisk(dirname(path));
}

const isWhole = (staged: string, { names }: PendingRestore): boolean =>
  names.every((name) => existsSync(join(staged, name)));

/** A copy that this version can't open must not take the place of one that it can. */
async function tryToOpen(settings: StoreSettings): Promise<void> {
  const stores = await openStores({ ...settings, hosting: 'direct' });
  try {
    await stores.eventStore.head();
  } finally {
    await stores.close();
  }
}

/**
 * The stores, with the side files that an unclean end has left, and the secrets.
 * @param waits whether any of them may still be there
 */
function moveAside(dataDir: string, token: string, waits: boolean): string | null {
  const stores = new Set<string>(Object.values(STORE_FILES));
  const names = readdirSync(dataDir).filter(
    (name) => name === SECRETS_FOLDER || stores.has(name.replace(/-(wal|shm)$/, '')),
  );
  const aside = join(dataDir, `before-restore-${token}`);
  if (waits && names.length > 0) {
    privateFolder(aside);
    for (const name of names) move(dataDir, aside, name);
  }
  return existsSync(aside) ? aside : null;
}

function move(from: string, to: string, name: string): void {
  if (existsSync(join(from, name))) renameSync(join(from, name), join(to, name));
}

function readManifest(folder: string): BackupManifest {
  try {
    // Written by `backup`; its format is checked below before anything else of it is used.
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

/** Its parent must be there, so that a mistyped path is reported before anything is copied. */
function checkParent(target: string): void {
  const parent = dirname(resolve(target));
  if (!existsSync(parent)) throw new WrongRequest('no_folder', `There is no folder ${parent}.`);
}
