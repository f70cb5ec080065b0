/** What a headline is about, by words that stand in it whole; the first kind that fits counts. Pure. */

export const NEWS_TYPES = [
  'insolvency',
  'legal',
  'acquisition',
  'funding',
  'contract',
  'jobs',
  'appointment',
  'results',
  'expansion',
  'award',
  'other',
] as const;
export type NewsType = (typeof NEWS_TYPES)[number];

const WORDS: Readonly<Record<Exclude<NewsType, 'other'>, string>> = {
  insolvency:
    'administration administrators insolvency insolvent liquidation liquidators receivership collapse collapses',
  legal: 'court sued sues lawsuit tribunal fined fine prosecuted fraud investigation regulator watchdog',
  acquisition: 'acquires acquire acquired acquisition takeover merger merges merge buyout buys',
  funding: 'funding investment investors raises raised investor loan grant',
  contract: 'contract contracts tender framework deal wins won supplies',
  jobs: 'redundancies redundancy layoffs jobs job hiring recruits apprentices strike',
  appointment:
    'appoints appointed appointment joins promotes promoted chief chairman chairwoman chair director',
  results: 'profit profits turnover revenue revenues results losses loss sales',
  expansion: 'opens opening expands expansion launches launch launched factory warehouse',
  award: 'award awards awarded winner shortlisted finalist',
};

const KINDS = Object.entries(WORDS).map(
  ([type, words]) => [type as NewsType, new RegExp(`\\b(?:${words.replaceAll(' ', '|')})\\b`, 'i')] as const,
);

export const typeOfHeadline = (headline: string): NewsType =>
  KINDS.find(([, words]) => words.test(headline))?.[0] ?? 'other';
