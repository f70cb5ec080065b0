/** Files as publishers have them on their sites, for the stand-in of these: a folder a publisher. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeArchive } from '../../../bench/support/national/published/archive.js';
import { SAMPLE_REGISTER } from '../sample-register.js';
import { TemporaryFolder } from '../system/temporary-folder.js';

const TEST = join(__dirname, '..', '..');
const SAMPLES = join(TEST, '..', 'samples');
const RECORDS = join(TEST, 'fixtures', 'register', 'records');
const PAY_GAP = join(SAMPLES, 'published', 'UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv');

export class PublishedFiles {
  private readonly folder = new TemporaryFolder();

  get path(): string {
    return this.folder.path;
  }

  file(publisher: string, name: string): string {
    mkdirSync(join(this.path, publisher), { recursive: true });
    return join(this.path, publisher, name);
  }

  zip(publisher: string, name: string, members: Readonly<Record<string, Buffer>>): Promise<void> {
    return writeArchive(this.file(publisher, name), members);
  }

  async companies(day: string, bytes?: Buffer): Promise<void> {
    await this.zip('companies-house', `BasicCompanyDataAsOneFile-${day}.zip`, {
      [`BasicCompanyDataAsOneFile-${day}.csv`]: bytes ?? readFileSync(SAMPLE_REGISTER),
    });
  }

  payGap(): void {
    writeFileSync(this.file('pay-gap', 'UK_Gender_Pay_Gap_Data_2021_to_2022.csv'), readFileSync(PAY_GAP));
  }

  async goldenCopy(): Promise<void> {
    for (const [kind, file] of [
      ['lei2', 'lei'],
      ['rr', 'rr'],
      ['repex', 'repex'],
    ] as const)
      await this.zip('entity-ids', `20261126-0800-gleif-goldencopy-${kind}-golden-copy.xml.zip`, {
        [`${kind}.xml`]: readFileSync(join(RECORDS, `gleif_${file}-data.xml`)),
      });
  }

  contracts(): Buffer {
    const notices = readFileSync(join(RECORDS, 'contracts-finder-2025-03-11_sample.jsonl'));
    for (const at of [128, 41])
      writeFileSync(this.file('open-contracting', `${at}-full.jsonl.gz`), gzipSync(notices));
    return notices;
  }

  remove(): void {
    this.folder.remove();
  }
}
