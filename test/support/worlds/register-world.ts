/** A data folder to import into, and what is in force there. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryFolder } from '../system/temporary-folder.js';
import { CompaniesEdition } from '../../../packages/enrichment/src/sources/companies/companies.edition.js';
import { activeEdition, editionPath } from '../../../packages/enrichment/src/sources/kit/editions/edition.js';
import type { ImportOutcome } from '../../../packages/enrichment/src/sources/kit/editions/import-outcome.js';
import {
  importRegister,
  type ImportRequest,
} from '../../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { companies } from '../../../packages/enrichment/src/sources/companies/companies.source.js';

export class RegisterWorld {
  readonly folder = new TemporaryFolder();
  readonly dataDir = join(this.folder.path, 'data');

  write(name: string, content: string | Uint8Array): string {
    return this.folder.write(name, content);
  }

  async import(files: readonly string[], more: Partial<ImportRequest> = {}): Promise<ImportOutcome> {
    return importRegister({ source: companies, files, dataDir: this.dataDir, ...more });
  }

  get active(): string | null {
    return activeEdition(this.dataDir, 'companies');
  }

  /** What the edition in force answers. */
  inForce<T>(ask: (edition: CompaniesEdition) => T): T {
    const edition = CompaniesEdition.open(editionPath(this.dataDir, 'companies', this.active ?? ''));
    try {
      return ask(edition);
    } finally {
      edition.close();
    }
  }

  /** The files beside the editions, by name. */
  files(): string[] {
    return readdirSync(join(this.dataDir, 'editions', 'companies')).sort();
  }

  remove(): void {
    this.folder.remove();
  }
}
