/**
 * What becomes of the data, one thing at a time: what is kept in the file, and what a commit does all at
 * once.
 */
import type { Doc } from '../bson/values.js';
import type { StoredDocument } from './collection-state.js';

export type Change =
  | {
      readonly do: 'put';
      readonly namespace: string;
      readonly record: string;
      readonly document: StoredDocument;
    }
  | { readonly do: 'remove'; readonly namespace: string; readonly record: string }
  | { readonly do: 'create'; readonly namespace: string }
  | { readonly do: 'drop'; readonly namespace: string }
  | { readonly do: 'createIndex'; readonly namespace: string; readonly index: Doc }
  | { readonly do: 'dropIndexes'; readonly namespace: string; readonly names: readonly string[] }
  /** What the session's last write has been answered, so that its repeat is answered the same. */
  | { readonly do: 'remember'; readonly session: string; readonly write: Doc };
