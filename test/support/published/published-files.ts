/** The files that the stand-in of the publishers' sites serves: a folder a publisher. */
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import { SAMPLE_REGISTER } from '../sample-register.js';

export class PublishedFiles {
  readonly path = mkdtempSync(join(tmpdir(), 'published-'));

  file(publisher: string, name: string): string {
    mkdirSync(join(this.path, publisher), { recursive: true });
    return join(this.path, publisher, name);
  }

  async zip(publisher: string, name: string, members: Readonly<Record<string, Buffer>>): Promise<void> {
    const zip = new ZipFile();
    for (const [member, bytes] of Object.entries(members)) zip.addBuffer(bytes, member);
    zip.end();
    const out = createWriteStream(this.file(publisher, name));
    zip.outputStream.pipe(out);
    await once(out, 'close');
  }

  async companies(day: string, bytes?: Buffer): Promise<void> {
    await this.zip('companies-house', `BasicCompanyDataAsOneFile-${day}.zip`, {
      [`BasicCompanyDataAsOneFile-${day}.csv`]: bytes ?? readFileSync(SAMPLE_REGISTER),
    });
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
