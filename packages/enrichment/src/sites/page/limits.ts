/** Defines the limits of one page, beyond which it is `truncated`. They bound the cost of large pages. */
export const PAGE_LIMITS = {
  /** The depth of nested elements. */
  depth: 512,
  /** Opening tags. As many closing tags are allowed. */
  tags: 60_000,
  attributes: 200,
  /** Characters of the page's text, and of one region's. */
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
  /** Frames and immediate redirects. */
  leads: 3,
  linked_hosts: 200,
  /** Characters and candidates in the search for phone numbers. */
  phone_text: 100_000,
  phone_candidates: 150,
} as const;
