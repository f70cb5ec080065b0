/** The tools are those of the published description: what they say and take can't differ from it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostOf, membersOf } from './in-memory.js';
import { productServer } from './product-server.js';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly { name: string; description: string; schema: object }[];
}
interface Published {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
}

const published = JSON.parse(
  readFileSync(join(__dirname, '../../../docs/openapi.json'), 'utf8'),
) as Published;
const operations = Object.values(published.paths).flatMap((methods) => Object.values(methods));
const operation = (id: string): Operation => {
  const found = operations.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(id);
  return found;
};

/** As a schema stands in a tool. */
const inTool = (schema: object): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'));

const toolsOf = async () => {
  const { client } = await hostOf(productServer('/nowhere'));
  return new Map((await client.listTools()).tools.map((tool) => [tool.name, tool]));
};

const BY_OPERATION = [
  ['find_company', 'resolve', ['company_number', 'company_name', 'domain', 'min_confidence']],
  [
    'get_blocks',
    'resolve',
    operation('resolve')
      .parameters?.map(({ name }) => name)
      .filter((name) => !['wait', 'store', 'ref', 'X-Idempotency-Key', 'Idempotency-Key'].includes(name)),
  ],
  ['follow_job', 'getJob', ['job_id']],
  ['cancel_job', 'cancelJob', ['job_id']],
  ['read_results', 'getResults', ['job_id', 'cursor', 'limit']],
  ['usage', 'getUsage', ['from', 'to', 'granularity', 'job_id']],
] as const;

describe('a tool', () => {
  it('stands for each operation of the interface but the description itself', async () => {
    const tools = [...(await toolsOf()).values()];
    for (const { operationId, description } of operations.filter(
      ({ operationId: id }) => !/Description/.test(id),
    ))
      expect([operationId, tools.some((tool) => tool.description?.includes(description))]).toEqual([
        operationId,
        true,
      ]);
    expect(tools).toHaveLength(9);
  });

  it.each(BY_OPERATION)('%s takes what %s takes, in the same words', async (name, id, names) => {
    const tool = (await toolsOf()).get(name);
    const { parameters = [], description } = operation(id);
    expect(tool?.description).toContain(description);
    for (const parameter of parameters.filter((one) => names?.some((each) => each === one.name)))
      expect(tool?.inputSchema.properties?.[parameter.name]).toEqual(
        inTool({ ...parameter.schema, description: parameter.description }),
      );
    const own = name === 'read_results' ? ['of'] : [];
    expect(Object.keys(tool?.inputSchema.properties ?? {}).sort()).toEqual([...(names ?? []), ...own].sort());
  });

  it('enrich_list takes the body of a submission', async () => {
    const tool = (await toolsOf()).get('enrich_list');
    const { EnrichJobRequest, BlockKey } = published.components.schemas;
    expect(tool?.inputSchema).toMatchObject(membersOf(inTool(EnrichJobRequest ?? {})));
    expect(tool?.inputSchema['$defs']).toMatchObject({ BlockKey, Options: expect.anything() as unknown });
  });

  it('refuses arguments that the description does not know, before anything is asked', async () => {
    const { call } = await hostOf(productServer('/nowhere'));
    for (const args of [
      { company_number: 1 },
      { company_number: '1', blocks: ['nonsense'] },
      { store: false, blocks: [] },
    ])
      expect(await call('get_blocks', args)).toMatchObject({
        isError: true,
        text: expect.stringMatching(/Invalid arguments/) as unknown,
      });
  });
});
