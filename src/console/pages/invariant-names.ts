/** Names the invariants of Architecture 8.1 to 8.11 as `verify` does. */
export const INVARIANTS = [
  'rows add up',
  'delivered once, charged once',
  'every charge stands on a delivered row',
  'only available blocks are charged',
  'usage is the fold of charges',
  'pages give each row once, in order',
  'one account from key to charge',
  'what was accepted survives',
  'no charge is taken back twice at the same time',
  'statements are exact',
  'statements say what usage says',
] as const;
