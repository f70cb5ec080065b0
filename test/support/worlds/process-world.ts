/**
 * A data directory with the register that ships, accounts and keys with generous rate limits, and a fleet of
 * processes over it. Which stores they use is in the settings.
 */
import { CommandLineOn } from '../cli.js';
import { Fleet, ONE_EACH } from '../fleet.js';
import { PatientClient } from '../patient-client.js';
import { SAMPLE_REGISTER } from '../sample-register.js';
import type { ServicePlan } from '../service-process.js';

const GENEROUS = ['--requests-per-minute', '1000000', '--resolve-per-minute', '1000000'];

export interface ProcessWorldOptions {
  /** By name; default: one process a role. */
  readonly plans?: Readonly<Record<string, ServicePlan>>;
  /** Settings of every process and command, such as `EVENT_STORE_URL`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A server that starts on a busy machine may take long to be found: commands of the set-up wait for it. */
function withPatience(settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { MONGODB_URL } = settings;
  if (MONGODB_URL === undefined) return settings;
  const url = new URL(MONGODB_URL);
  url.searchParams.set('serverSelectionTimeoutMS', '30000');
  return { ...settings, MONGODB_URL: url.href };
}

export class ProcessWorld {
  private readonly over = new AbortController();

  private constructor(
    readonly cli: CommandLineOn,
    readonly fleet: Fleet,
  ) {}

  /** The register is imported; nothing runs yet. */
  static async create({ plans = ONE_EACH, settings = {} }: ProcessWorldOptions = {}): Promise<ProcessWorld> {
    const cli = new CommandLineOn('inside', withPatience(settings));
    await cli.json('register', 'import', '--source', 'companies', SAMPLE_REGISTER);
    return new ProcessWorld(cli, new Fleet(cli.dataDir, plans, settings));
  }

  /** An account with one key, issued with these flags. */
  async account(name: string, ...flags: readonly string[]): Promise<{ account: number; key: string }> {
    const email = `${name}@example.co.uk`;
    const { account_id: account } = await this.cli.json<{ account_id: number }>(
      ...['accounts', 'create', '--email', email, '--name', name],
    );
    const { key } = await this.cli.json<{ key: string }>(
      ...['keys', 'issue', '--account', String(account), '--name', name, ...GENEROUS, ...flags],
    );
    return { account, key };
  }

  /** A client of one of the processes, through all its restarts. */
  client(key: string, api = 'api'): PatientClient {
    return new PatientClient(() => this.fleet.urlOf(api), key, this.over.signal);
  }

  /** Ends whatever still runs and leaves nothing behind. */
  async remove(): Promise<void> {
    this.over.abort();
    await this.fleet.killAll();
    this.cli.remove();
  }
}
