/** The live usage figures, less what came after a position, against rebuilt ones of that position. */
import type { DayOfUse } from '../../../../projections/usage/usage.document.js';
import {
  USAGE_ACCOUNTS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
} from '../../../../projections/usage/usage.document.js';
import type { ComparedCollection, Comparison } from '../../../platform/projector/compare-documents.js';
import { compareDocuments } from '../../../platform/projector/compare-documents.js';
import { collectionName, everyDocument } from '../../../platform/projector/projector-state.js';
import type { TypedCollection } from '../../../platform/projector/typed-collection.js';
import type { KeyedDocument, ReadModelReader } from '../../../platform/read-models/read-models.js';
import type { AccountId } from '../../../shared/ids.js';
import { keysOfAccount } from '../usage-documents.js';
import type { UsageTail } from './usage-tail.js';

export interface ComparedUsage {
  readonly reader: ReadModelReader;
  /** Generations of the two sides. */
  readonly live: number;
  readonly rebuilt: number;
  readonly tail: UsageTail;
  /** Null: all accounts. */
  readonly account: AccountId | null;
}

export function compareUsage(compared: ComparedUsage): Promise<Comparison> {
  const figures = [USAGE_DAYS, USAGE_JOBS, USAGE_KEYS].map((collection) => figuresOf(compared, collection));
  return compareDocuments([...figures, accountsOf(compared)]);
}

function figuresOf(compared: ComparedUsage, collection: TypedCollection<DayOfUse>): ComparedCollection {
  return {
    collection: collection.name,
    live: changed(documents(compared, collection.name, compared.live), (document) =>
      compared.tail.before(collection, document),
    ),
    rebuilt: documents(compared, collection.name, compared.rebuilt),
  };
}

/** Where an account's last event lies after the position, the one before it is known to the rebuilt side alone. */
function accountsOf(compared: ComparedUsage): ComparedCollection {
  const untouched = (document: KeyedDocument): KeyedDocument | undefined =>
    compared.tail.touches(document.key) ? undefined : document;
  const { name } = USAGE_ACCOUNTS;
  return {
    collection: name,
    live: changed(documents(compared, name, compared.live), untouched),
    rebuilt: changed(documents(compared, name, compared.rebuilt), untouched),
  };
}

const documents = (
  { reader, account }: ComparedUsage,
  collection: string,
  generation: number,
): AsyncIterable<KeyedDocument> =>
  everyDocument(
    reader,
    collectionName(collection, generation),
    account === null ? {} : keysOfAccount(account),
  );

async function* changed(
  all: AsyncIterable<KeyedDocument>,
  change: (document: KeyedDocument) => KeyedDocument | undefined,
): AsyncGenerator<KeyedDocument> {
  for await (const document of all) {
    const kept = change(document);
    if (kept !== undefined) yield kept;
  }
}
