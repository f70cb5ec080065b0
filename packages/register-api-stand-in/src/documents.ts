/**
 * Filed documents, each in the media types that it is held in; and accounts out of a folder of published
 * ones.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Answers, Document } from './answers.js';

export type Contents = Readonly<Record<string, Buffer>>;

/** Of every document that nothing else is known of. */
const ORDINARY: Contents = {
  'application/xhtml+xml': Buffer.from('<html><body>accounts</body></html>'),
  'application/pdf': Buffer.from('%PDF-'),
};

export class Documents {
  private readonly held = new Map<string, Contents>();

  put(id: string, contents: Contents): void {
    this.held.set(id, contents);
  }

  /** Undefined: there is no such document. */
  of(id: string): Contents | undefined {
    return id === 'missing' ? undefined : (this.held.get(id) ?? ORDINARY);
  }
}

/** `Prod223_3384_14033910_20220831.html.gz`: the number, and the day that the accounts are made up to. */
const PUBLISHED = /^(Prod\d+_\d+_(\w{8})_(\d{4})(\d\d)(\d\d))\.(html|xml)(?:\.gz)?$/;

/**
 * An item of a filing history as the register lists accounts. The day of filing isn't published with the
 * document.
 */
function accountsFiling(id: string, made_up_date: string, more: Document = {}): Document {
  return {
    transaction_id: `T-${id}`,
    type: 'AA',
    category: 'accounts',
    date: made_up_date,
    description: 'accounts-with-made-up-date',
    description_values: { made_up_date },
    links: {
      document_metadata: `https://frontend-doc-api.company-information.service.gov.uk/document/${id}`,
    },
    ...more,
  };
}

/** The accounts of a folder, as the register lists and holds them. */
export function holdAccounts(folder: string, answers: Answers, documents: Documents): void {
  for (const file of readdirSync(folder)) {
    const [, id, number, year, month, day, ending] = PUBLISHED.exec(file) ?? [];
    if (id === undefined || number === undefined) continue;
    const bytes = readFileSync(join(folder, file));
    const type = ending === 'xml' ? 'application/xml' : 'application/xhtml+xml';
    documents.put(id, { [type]: file.endsWith('.gz') ? gunzipSync(bytes) : bytes });
    const items = [accountsFiling(id, `${year}-${month}-${day}`)];
    answers.put(number, 'filing-history', { items, total_count: 1, filing_history_status: 'available' });
  }
}
