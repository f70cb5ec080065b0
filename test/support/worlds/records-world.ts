/** A data folder to import records into, and what is in force there. */
import { join } from 'node:path';
import { TemporaryFolder } from '../system/temporary-folder.js';
import type { OpenEdition, Source } from '../../../packages/enrichment/src/sources/define-source.js';
import { activeEdition, editionPath } from '../../../packages/enrichment/src/sources/kit/editions/edition.js';
import type { ImportOutcome } from '../../../packages/enrichment/src/sources/kit/editions/import-outcome.js';
import {
  importRegister,
  type ImportRequest,
} from '../../../packages/enrichment/src/sources/kit/editions/import-register.js';

export class RecordsWorld {
  readonly folder = new TemporaryFolder();
  readonly dataDir = join(this.folder.path, 'data');

  write(name: string, content: string | Uint8Array): string {
    return this.folder.write(name, content);
  }

  /** Writes documents a line each. */
  writeLines(name: string, documents: readonly unknown[]): string {
    return this.write(name, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
  }

  async import(
    source: Source,
    files: readonly string[],
    more: Partial<ImportRequest> = {},
  ): Promise<ImportOutcome> {
    return importRegister({ source, files, dataDir: this.dataDir, ...more });
  }

  /** What the edition in force answers. */
  inForce<E extends OpenEdition, T>(source: Source<string, string | null, E>, ask: (edition: E) => T): T {
    const edition = source.open(
      editionPath(this.dataDir, source.name, activeEdition(this.dataDir, source.name) ?? ''),
    );
    try {
      return ask(edition);
    } finally {
      edition.close();
    }
  }

  remove(): void {
    this.folder.remove();
  }
}
