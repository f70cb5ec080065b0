/**
 * What one document may take. The largest that companies file stay far below; a document that is made to fill
 * the memory or to take for ever ends here, and all that is left is linear in its bytes.
 */
export const LIMITS = {
  bytes: 20 << 20,
  /** Before the first element: a declaration, a document type, comments. */
  prologBytes: 1 << 20,
  depth: 1_000,
  elements: 500_000,
  /** Of one element. */
  attributes: 500,
  /** Entities that nobody knows. */
  unknownEntities: 1_000,
  /** Declarations of namespaces, with those that they stand beside. */
  namespaces: 2_000_000,
  /** Contexts and units. */
  contexts: 20_000,
  facts: 50_000,
  /** Facts inside facts. */
  nested: 12,
  /** Of one fact; what is longer is cut. */
  factCharacters: 20_000,
  /** Of all facts together. */
  keptCharacters: 16_000_000,
  /** Of a date, a member or an identifier. */
  leafCharacters: 1_000,
  dimensions: 50,
  schemas: 50,
  continuations: 10_000,
  passages: 6,
  passageCharacters: 900,
} as const;
