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
  {
    name: 'generated',
    says: 'requests of its own making, right and wrong, on the description without what it cannot know',
    generative: true,
    leaves: {
      // Leaves no example, so nothing is generated: Specmatic combines the optional parameters freely (thousands of
      // requests), of which most break a rule between parameters or name no company, and are 400 as they should be.
      '/v1/resolve': { company_number: 'not combined', company_name: 'not combined', domain: 'not combined' },
      '/v1/enrich/jobs': {
        'X-Idempotency-Key': 'the same key with another request is a conflict',
        'Content-Encoding': 'Specmatic would name gzip and send plain JSON',
      },
      '/v1/enrich/jobs/{job_id}': { 'If-None-Match': 'any string may be sent; it only doubles the tests' },
      '/v1/enrich/jobs/{job_id}/results': {
        cursor: 'signed by the service: none can be made up',
        limit: 'an invalid value uses the default (specification), where Specmatic expects 400',
        'If-None-Match': 'any string may be sent',
      },
      '/v1/enrich/jobs/{job_id}/errors': {
        cursor: 'signed by the service',
        limit: 'an invalid value uses the default',
        'If-None-Match': 'any string may be sent',
      },
      '/v1/usage': {
        job_id: 'any string but the id of a job of the account is 404',
        'If-None-Match': 'any string may be sent',
      },
    },
    /** Refusals are asked for by the first run; wrong requests of its own Specmatic derives from these. */
    statuses: [200, 202, 302],
  },
];
