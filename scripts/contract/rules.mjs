/** What the outside judges are, and what Specmatic is asked and not asked, each with its reason. */

export const SPECMATIC = 'specmatic@2.55.1';
export const REDOCLY = '@redocly/cli@2.77.0';

/** `generative`: Specmatic also makes requests of its own, right and wrong, from the examples and schemas. */
export const RUNS = [
  {
    name: 'examples',
    says: 'every status of every operation that can be reached at will',
    generative: false,
    /** The description as it is served. */
    leaves: {},
    /** Which examples take part. */
    statuses: null,
  },
];

/** In the generated run only; premium options as above. */
export const PREMIUM_OPTIONS = ['web_search', 'google_business'];
