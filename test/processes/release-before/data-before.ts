/** Data that the release before left: made by that release, kept packed, and worked on by whichever program a test takes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineOn } from '../../support/cli.js';
import { Fleet, ONE_EACH } from '../../support/fleet.js';
import { PatientClient } from '../../support/patient-client.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { ServerPair } from '../on-stand-ins/server-pair.js';
import type { ServedRow } from '../story.js';

export const STORES = ['embedded', 'stand-ins'] as const;
export type Stores = (typeof STORES)[number];

/** What a client of the release before had and was told. */
export interface ToldBefore {
  readonly account: number;
  readonly key: string;
  /** Of jobs that were over, as they were served. */
  readonly served: Readonly<Record<string, readonly ServedRow[]>>;
  /** A job that was accepted and on which nothing was done. */
  readonly open: string;
  readonly numbers: readonly string[];
  readonly usage: unknown;
}

const packed = (stores: Stores): string =>
  join(__dirname, '../../fixtures/release-before', `${stores}.tar.gz`);

const TOLD = 'told.json';

export class DataBefore {
  readonly fleet: Fleet;
  private readonly over = new AbortController();

  private constructor(
    private readonly folder: TemporaryFolder,
    private readonly servers: ServerPair | null,
  ) {
    mkdirSync(this.dataDir, { recursive: true });
    this.fleet = new Fleet(this.dataDir, ONE_EACH, this.settings);
  }

  /** A copy of what the release before left. */
  static async unpacked(stores: Stores): Promise<DataBefore> {
    const folder = new TemporaryFolder();
    execFileSync('tar', ['xzf', packed(stores), '-C', folder.path]);
    return new DataBefore(folder, await serversIn(folder, stores));
  }

  /** Nothing yet: to be filled by the release before, and packed. */
  static async empty(stores: Stores): Promise<DataBefore> {
    const folder = new TemporaryFolder();
    return new DataBefore(folder, await serversIn(folder, stores));
  }

  get told(): ToldBefore {
    return JSON.parse(readFileSync(this.folder.file(TOLD), 'utf8')) as ToldBefore;
  }

  /** @param program another build of the program than this one */
  cli(program?: string): CommandLineOn {
    return new CommandLineOn('as processes', this.settings, this.dataDir, program);
  }

  client(key: string): PatientClient {
    return new PatientClient(() => this.fleet.urlOf('api'), key, this.over.signal);
  }

  /** Keeps what is there, with what its client was told. Nothing may run on it. */
  async pack(stores: Stores, told: ToldBefore): Promise<void> {
    writeFileSync(this.folder.file(TOLD), JSON.stringify(told));
    await this.servers?.kill();
    // The same bytes give the same file.
    const words = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
    mkdirSync(join(packed(stores), '..'), { recursive: true });
    execFileSync('tar', ['czf', packed(stores), ...words, '-C', this.folder.path, '.']);
  }

  async remove(): Promise<void> {
    this.over.abort();
    await this.fleet.killAll();
    await this.servers?.kill();
    this.folder.remove();
  }

  private get settings(): Readonly<Record<string, string>> {
    return this.servers?.settings ?? {};
  }

  private get dataDir(): string {
    return this.folder.file('data');
  }
}

const serversIn = async (folder: TemporaryFolder, stores: Stores): Promise<ServerPair | null> =>
  stores === 'embedded' ? null : ServerPair.start(folder);
