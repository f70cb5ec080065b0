/** A witness of `packages/witness` on a port and a folder of its own. It shares no code with the service. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Cosigner, StateFile, Witness, parseLogs, serverOf } from '../../../packages/witness/src/index.js';
import { TemporaryFolder } from '../system/temporary-folder.js';

export class WitnessServer {
  private constructor(
    readonly vkey: string,
    /** What it logged. */
    readonly entries: readonly object[],
    private readonly server: Server,
    private readonly folder: TemporaryFolder,
  ) {}

  /** @param logKey the verifier key of the only log that it knows */
  static async start(logKey: string): Promise<WitnessServer> {
    const folder = new TemporaryFolder();
    const cosigner = new Cosigner('witness.example/outside');
    const state = new StateFile(folder.file('state'), cosigner.vkey);
    state.create();
    const entries: object[] = [];
    const log = (entry: object): void => void entries.push(entry);
    const witness = new Witness(cosigner, parseLogs(`logs/v0\nvkey ${logKey.trim()}\n`), state, log);
    const server = serverOf(witness, log).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WitnessServer(cosigner.vkey, entries, server, folder);
  }

  /** As `WITNESSES` names it. */
  get setting(): string {
    return `${this.vkey} http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    this.folder.remove();
  }
}
