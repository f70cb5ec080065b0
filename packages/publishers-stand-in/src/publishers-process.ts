/** Starts the stand-in as a process of its own, and talks to it. */
import { join } from 'node:path';
import { flags, forkStandIn, StandInProcess } from '../../stand-in-process/src/stand-in-process.js';
import type { PublishersControls } from './controls.js';

const PROGRAM = join(__dirname, '../bin/publishers-stand-in.js');

export class PublishersProcess extends StandInProcess<PublishersControls> {
  /** Of the account at the publisher that asks for one. */
  static readonly key = 'key-of-the-stand-in';

  /**
   * @param files a folder of each publisher's files, by its place
   * @throws Error with what the process said, where it ended instead of listening
   */
  static async start(files: string): Promise<PublishersProcess> {
    const words = flags({ files, key: PublishersProcess.key });
    return new PublishersProcess(await forkStandIn(PROGRAM, words, 'http'));
  }

  /** The settings that lead to it. */
  get settings(): Readonly<Record<string, string>> {
    return {
      COMPANIES_HOUSE_FILES_URL: `${this.url}/companies-house`,
      POSTCODES_URL: `${this.url}/statistics`,
      ENTITY_IDS_URL: `${this.url}/entity-ids`,
      PAY_GAP_URL: `${this.url}/pay-gap`,
      OPEN_CONTRACTING_URL: `${this.url}/open-contracting`,
      HMLR_API_URL: `${this.url}/land-registry`,
    };
  }
}
