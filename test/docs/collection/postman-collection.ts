/** The description as a collection of requests that Postman, Bruno, Insomnia and Hoppscotch import (Postman's format 2.1). */

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** Empty where no key is needed. */
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
}
export interface Described {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A parameter or header. Postman keeps one that is disabled and doesn't send it. */
interface Field {
  readonly key: string;
  readonly value: string;
  readonly description: string;
  readonly disabled: boolean;
}
export interface CollectionRequest {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly description: string;
    readonly auth?: { readonly type: 'noauth' };
    readonly header: readonly Field[];
    readonly url: {
      readonly raw: string;
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly query: readonly Field[];
    };
    readonly body?: {
      readonly mode: 'raw';
      readonly raw: string;
      readonly options: { readonly raw: { readonly language: 'json' } };
    };
  };
  readonly event?: readonly {
    readonly listen: 'test';
    readonly script: { readonly type: 'text/javascript'; readonly exec: readonly string[] };
  }[];
}
export interface Collection {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string };
  readonly auth: object;
  readonly variable: readonly {
    readonly key: string;
    readonly value: string;
    readonly description: string;
  }[];
  readonly item: readonly {
    readonly name: string;
    readonly description: string;
    readonly item: readonly CollectionRequest[];
  }[];
}

const COMPANY = 'company_number';
const VARIABLES = [
  { key: 'base', value: 'http://127.0.0.1:3000', description: 'Where the service is.' },
  { key: 'key', value: '', description: 'An API key: svc_live_... or svc_test_...' },
  { key: COMPANY, value: '11990344', description: 'A company on the register.' },
  { key: 'job', value: '', description: 'The last job: each request that makes one sets it.' },
];
/** What is sent unless one chooses otherwise; without `blocks` a resolve would ask, and pay, for all that the key may have. */
const SENT: Readonly<Record<string, string>> = {
  [COMPANY]: `{{${COMPANY}}}`,
  blocks: 'company_identity,registered_address',
};
const KEEPS_JOB = [
  'const answer = pm.response.code < 300 ? pm.response.json() : {};',
  "if (answer.job_id) pm.collectionVariables.set('job', answer.job_id);",
];

const fieldOf = ({ name, description }: Parameter): Field => ({
  key: name,
  value: SENT[name] ?? '',
  description,
  disabled: !(name in SENT),
});

/** The first example, of the company that the collection names. */
function bodyOf({ requestBody }: Operation): CollectionRequest['request']['body'] {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  if (example === undefined) return undefined;
  const named = (name: string, value: unknown): unknown => (name === COMPANY ? SENT[COMPANY] : value);
  return {
    mode: 'raw',
    raw: JSON.stringify(example.value, named, 2),
    options: { raw: { language: 'json' } },
  };
}

function requestOf(method: string, path: string, operation: Operation): CollectionRequest {
  const { summary, description, parameters = [], security } = operation;
  const fields = (place: string): Field[] => parameters.filter((one) => one.in === place).map(fieldOf);
  const query = fields('query');
  const target = path.replace('{job_id}', '{{job}}');
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const body = bodyOf(operation);
  const makesJob = operation.operationId === 'submitJob' || operation.operationId === 'resolve';
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      ...(security?.length === 0 ? { auth: { type: 'noauth' } } : {}),
      header: [
        ...(body === undefined
          ? []
          : [{ key: 'Content-Type', value: 'application/json', description: '', disabled: false }]),
        ...fields('header'),
      ],
      url: {
        raw: `{{base}}${target}${sent.length === 0 ? '' : `?${sent.join('&')}`}`,
        host: ['{{base}}'],
        path: target.slice(1).split('/'),
        query,
      },
      ...(body === undefined ? {} : { body }),
    },
    ...(makesJob
      ? { event: [{ listen: 'test', script: { type: 'text/javascript', exec: KEEPS_JOB } }] }
      : {}),
  };
}

export function collectionOf({ info, tags, paths }: Described): Collection {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: VARIABLES,
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, path, operation }) => requestOf(method, path, operation)),
    })),
  };
}
