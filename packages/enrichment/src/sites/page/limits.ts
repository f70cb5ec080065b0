/** Limits of one page: beyond them the page is `truncated`. They keep the cost of a megabyte page low. */
export const PAGE_LIMITS = {
  /** Elements in one another. */
  depth: 512,
  /** Tags that open; as many may close. */
  tags: 60_000,
  attributes: 200,
  /** Characters of text, and of what is under one region. */
  text: 400_000,
  /** Bytes that are decoded and parsed at a time. */
  slice: 8_192,
  /** Characters of structured data, its depth and its nodes. */
  json: 200_000,
  json_depth: 20,
  json_nodes: 20_000,
  links: 2_000,
  /** Scripts, style sheets and meta elements. */
  marks: 300,
  values: 50,
  organisations: 20,
  /** Frames, and where it sends its readers. */
  leads: 3,
  linked_hosts: 200,
  /** Characters and candidates that are looked at for phone numbers. */
  phone_text: 100_000,
  phone_candidates: 150,
} as const;
