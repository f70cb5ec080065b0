/** What makes of the description a client that is typed and works. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openApiDocument as describeService } from '../../src/api/openapi/description.js';
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import { DescriptionJudge, type Description } from '../support/description-judge.js';

const GOLDEN = path.join(__dirname, '..', 'http', 'golden', 'answers');
const description = JSON.parse(JSON.stringify(describeService([], 'http://localhost:3000'))) as Description;
const { schemas } = description.components;

interface Node {
  readonly place: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema and all in it, examples left out. */
function* nodesOf(value: unknown, place: string): Generator<Node> {
  if (Array.isArray(value)) for (const [i, one] of value.entries()) yield* nodesOf(one, `${place}/${i}`);
  if (!isObject(value)) return;
  yield { place, schema: value };
  for (const [name, inner] of Object.entries(value))
    if (name !== 'examples' && name !== 'example') yield* nodesOf(inner, `${place}/${name}`);
}

const nodes = Object.entries(schemas).flatMap(([name, schema]) => [...nodesOf(schema, name)]);
const places = (isFault: (node: Node) => boolean): string[] =>
  nodes.filter(isFault).map(({ place }) => place);

/** An object with fields of its own, below a component. */
const isAnonymous = ({ place, schema }: Node): boolean =>
  place.includes('/') && schema['type'] === 'object' && isObject(schema['properties']);

it('says of every field what it is', () => {
  const silent = nodes.flatMap(({ place, schema }) =>
    Object.entries(isObject(schema['properties']) ? schema['properties'] : {})
      .filter(([, field]) => isObject(field) && !('description' in field) && !('$ref' in field))
      .map(([name]) => `${place}.${name}`),
  );
  expect(silent).toEqual([]);
});

it('names every object of every value, detail and answer', () => {
  expect(places(isAnonymous)).toEqual([]);
});

it('leaves no object open to anything, and closes none by what makes a map of it', () => {
  expect(
    places(
      ({ schema: { additionalProperties: more } }) =>
        typeof more === 'boolean' || (isObject(more) && Object.keys(more).length === 0),
    ),
  ).toEqual([]);
});

it('has no tuples, no single words but as lists of one, and no bounds that say nothing', () => {
  expect(
    places(
      ({ schema }) =>
        'prefixItems' in schema ||
        schema['items'] === false ||
        typeof schema['const'] === 'string' ||
        schema['maximum'] === Number.MAX_SAFE_INTEGER,
    ),
  ).toEqual([]);
});

it.each(BLOCK_KEYS)('tells the variants of %s by their status, each with a name', (key) => {
  const name = key.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  expect(schemas[`${name}Block`]).toMatchObject({
    discriminator: {
      propertyName: 'status',
      mapping: {
        available: `#/components/schemas/${name}Available`,
        not_found: `#/components/schemas/${name}NotFound`,
        not_enabled: '#/components/schemas/NotEnabledBlock',
        pending: '#/components/schemas/PendingBlock',
      },
    },
  });
  expect(schemas[`${name}Available`]).toMatchObject({
    properties: {
      status: { enum: ['available'] },
      value: { $ref: `#/components/schemas/${name}Value` },
      detail: { $ref: `#/components/schemas/${name}Detail` },
    },
  });
});

it('leaves reason codes open: the next one breaks no client', () => {
  expect(schemas['ReasonCode']).toMatchObject({ type: 'string' });
  expect(schemas['ReasonCode']).not.toHaveProperty('enum');
});

/** The schemas that may stand in place of this one; empty where it is no choice. */
const choicesOf = (schema: Readonly<Record<string, unknown>>): readonly Record<string, unknown>[] =>
  [schema['anyOf'], schema['oneOf']].flatMap((choice) =>
    Array.isArray(choice) ? (choice as readonly Record<string, unknown>[]) : [],
  );

/** The schema itself, or the component that it names. */
function resolvedOf(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  return name === undefined ? schema : (schemas[name] ?? {});
}
const propertiesOf = (schema: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(resolvedOf(schema)['properties'] ?? {});
const isScalar = (schema: Readonly<Record<string, unknown>>): boolean =>
  [resolvedOf(schema)['type']]
    .flat()
    .some((type) => type !== undefined && type !== 'object' && type !== 'null');

/** Faults that generated clients can't compile or read, by the place in the description. */
function unreadable(everything: readonly Node[]): string[] {
  return everything.flatMap(({ place, schema }) => {
    const words = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
    const kinds = choicesOf(schema);
    const others = kinds.filter(({ type }) => type !== 'null');
    const names = others.flatMap(propertiesOf);
    return [
      ...(schema['type'] === 'boolean' && (words.length > 0 || 'const' in schema)
        ? ['a boolean of one value']
        : []),
      ...(words.some((word) => word === 'name' || word === 'ordinal')
        ? ['a word that Kotlin has taken']
        : []),
      ...(others.length < kinds.length && others.some(isScalar)
        ? ['a nullable scalar that is a choice']
        : []),
      ...(!('discriminator' in schema) && new Set(names).size < names.length
        ? ['a choice that nothing tells apart']
        : []),
    ].map((fault) => `${place}: ${fault}`);
  });
}

describe('what generators of several languages stumble on', () => {
  const whole = JSON.parse(
    readFileSync(path.join(__dirname, '../../docs/openapi.json'), 'utf8'),
  ) as Description;

  it('is nowhere in it', () => {
    const everything = [...nodesOf(whole, '')];
    expect(everything.length).toBeGreaterThan(2_000);
    expect(unreadable(everything)).toEqual([]);
  });

  it.each([
    [{ type: 'boolean', const: true }, 'a boolean of one value'],
    [{ type: 'boolean', enum: [false] }, 'a boolean of one value'],
    [{ type: 'string', enum: ['number', 'name'] }, 'a word that Kotlin has taken'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'a nullable scalar that is a choice'],
    [{ oneOf: [{ type: ['number', 'boolean'] }, { type: 'null' }] }, 'a nullable scalar that is a choice'],
    [
      { anyOf: [{ $ref: '#/components/schemas/BlockKey' }, { type: 'null' }] },
      'a nullable scalar that is a choice',
    ],
    [
      { anyOf: ['Row', 'Job'].map((name) => ({ $ref: `#/components/schemas/${name}` })) },
      'a choice that nothing tells apart',
    ],
  ])('would be found: %j', (schema, fault) => {
    expect(unreadable([...nodesOf({ planted: schema }, '')])).toEqual([`/planted: ${fault}`]);
  });

  it('is no choice of several errors for one status', () => {
    const responses = Object.entries(whole.paths).flatMap(([at, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        Object.entries(operation.responses).map(([status, response]) => ({
          at: `${method} ${at} ${status}`,
          status,
          response,
        })),
      ),
    );
    const bodies = responses
      .filter(({ status }) => Number(status) >= 400)
      .map(({ at, response: { $ref = '', ...own } }) => {
        const shared = whole.components.responses[$ref.split('/').at(-1) ?? ''];
        return [at, Object.keys((shared ?? own).content?.['application/json']?.schema ?? {})];
      });
    expect(bodies.length).toBeGreaterThan(50);
    expect(bodies.filter(([, keys]) => String(keys) !== '$ref')).toEqual([]);
  });

  it('is not the answer of a resolve: its status tells a company from a job', () => {
    expect(schemas['ResolveAnswer']).toMatchObject({
      discriminator: {
        propertyName: 'status',
        mapping: {
          done: '#/components/schemas/ResolveResponse',
          pending: '#/components/schemas/ResolveResponse',
          queued: '#/components/schemas/AcceptedResolve',
          completed: '#/components/schemas/AcceptedResolve',
        },
      },
    });
  });
});

describe('its blocks', () => {
  const judge = new DescriptionJudge(description);
  const accepts = judge.compile({ $ref: '#/components/schemas/Blocks' });

  it.each(readdirSync(GOLDEN))('are those of the golden answer %s, to the field', (file) => {
    const answer = JSON.parse(readFileSync(path.join(GOLDEN, file), 'utf8')) as { readonly blocks: object };
    accepts(answer.blocks);
    expect(accepts.errors ?? []).toEqual([]);
  });

  it('have examples that their own schemas accept', () => {
    const wrong = Object.entries(schemas).flatMap(([name, { examples }]) => {
      if (!Array.isArray(examples)) return [];
      const judged = judge.compile({ $ref: `#/components/schemas/${name}` });
      return examples.every((example) => judged(example)) ? [] : [{ name, errors: judged.errors }];
    });
    expect(wrong).toEqual([]);
  });
});
