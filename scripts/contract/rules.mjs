/** What the outside judges are, and what Specmatic is asked and not asked, each with its reason. */

export const SPECMATIC = 'specmatic@2.55.1';
export const REDOCLY = '@redocly/cli@2.77.0';

const RESOLVE = '/v1/resolve';
const ANY_STRING = 'any string may be sent; it only doubles the tests';

/** Parameters and headers that Specmatic does not vary, by path. */
const LEFT = {
  [RESOLVE]: {
    company_name: 'exactly one identifier may be given; company_number is the one',
    domain: 'exactly one identifier may be given',
    wait: 'false is answered 202, where Specmatic expects the 200 of the example',
    defer_live: 'refused beside store=false',
    web_search: '403 where it is not enabled',
    google_business: '403 where it is not enabled',
    include_phone: 'refused beside contacts_lookup=live',
    'X-Idempotency-Key': 'the same key with another request is a conflict',
    'Idempotency-Key': 'the same key with another request is a conflict',
  },
  '/v1/enrich/jobs': {
    'X-Idempotency-Key': 'the same key with another request is a conflict',
    'Idempotency-Key': 'the same key with another request is a conflict',
    'Content-Encoding': 'Specmatic would name gzip and send plain JSON',
  },
  '/v1/enrich/jobs/{job_id}': { 'If-None-Match': ANY_STRING },
  '/v1/enrich/jobs/{job_id}/results': {
    cursor: 'signed by the service: none can be made up',
    limit: 'an invalid value uses the default (specification), where Specmatic expects 400',
    'If-None-Match': ANY_STRING,
  },
  '/v1/enrich/jobs/{job_id}/errors': {
    cursor: 'signed by the service',
    limit: 'an invalid value uses the default',
    'If-None-Match': ANY_STRING,
  },
  '/v1/usage': {
    job_id: 'any string but the id of a job of the account is 404',
    'If-None-Match': ANY_STRING,
  },
};

/** Specmatic tries every combination of the parameters that it knows: a handful at a time, or it never ends. */
const RESOLVE_GROUPS = {
  blocks: ['blocks', 'ref', 'validation', 'min_confidence'],
  lookups: ['store', 'discover', 'max_live_lookups', 'read_accounts_pdf'],
  contacts: ['contact_roles', 'max_contacts', 'verify_emails', 'contacts_lookup', 'include_linkedin'],
};

/** Refusals are asked for by the first run; wrong requests of its own Specmatic derives from these. */
const ACCEPTED = [200, 202, 302];

function groupOfResolve([name, kept]) {
  const others = Object.values(RESOLVE_GROUPS).flat();
  const left = others.filter((parameter) => !kept.includes(parameter));
  const number = Object.keys(RESOLVE_GROUPS).indexOf(name) + 1;
  const elsewhere = Object.fromEntries(left.map((parameter) => [parameter, 'varied in another run']));
  return {
    name: `resolve_${name}`,
    says: `resolve, with requests of its own making: ${kept.join(', ')}`,
    generative: true,
    only: [RESOLVE],
    examples: [`resolve_options_${number}`],
    leaves: { [RESOLVE]: { ...LEFT[RESOLVE], ...elsewhere } },
    statuses: ACCEPTED,
  };
}

/**
 * `generative`: Specmatic also makes requests of its own, right and wrong, from the examples and schemas. `only`: the
 * paths that take part, where not all do; `without`: those that don't. `examples` and `statuses`: likewise of examples.
 */
export const RUNS = [
  {
    name: 'examples',
    says: 'every status of every operation that can be reached at will',
    generative: false,
    leaves: {},
    statuses: null,
  },
  {
    name: 'generated',
    says: 'every other operation, with requests of its own making, right and wrong',
    generative: true,
    without: [RESOLVE],
    leaves: LEFT,
    statuses: ACCEPTED,
  },
  ...Object.entries(RESOLVE_GROUPS).map(groupOfResolve),
];
