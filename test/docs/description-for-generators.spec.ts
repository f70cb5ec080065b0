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
