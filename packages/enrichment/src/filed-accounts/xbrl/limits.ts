/** Defines the limits of one document, far above filed ones. Other costs are linear in its bytes. */
export const DOCUMENT_LIMITS = {
  bytes: 20 << 20,
  /** Bytes before the first element: a declaration, a document type, comments. */
  prologBytes: 1 << 20,
  depth: 1_000,
  elements: 500_000,
  /** Attributes of one element. */
  attributes: 500,
  unknownEntities: 1_000,
  /** Declarations of namespaces. Each scope counts its own and the enclosing ones. */
  namespaces: 2_000_000,
  /** Contexts and units. */
  contexts: 20_000,
  facts: 50_000,
  /** Depth of facts inside facts. */
  nested: 12,
  /** Characters of one fact. Longer text is cut. */
  factCharacters: 20_000,
  /** Characters of all facts together. */
  keptCharacters: 16_000_000,
  /** Characters of a date, a member or an identifier. */
  leafCharacters: 1_000,
  dimensions: 50,
  schemas: 50,
  continuations: 10_000,
  passages: 6,
  passageCharacters: 900,
} as const;
