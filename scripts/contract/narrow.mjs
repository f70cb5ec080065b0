/** The description and the examples of one run: the served ones, without what the run leaves out (rules.mjs). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BLOCKS, COMPANY, OTHER_COMPANY } from './examples.mjs';

/** Modes that any account may ask for; `none` stands alone, `ai` is premium. */
const MODES = ['rules', 'live', 'officers'];

/** Words that are accepted from the judge's account, by the name of the list. */
const WORDS = { blocks: BLOCKS, validation: MODES };

const isPart = (path, { only, without = [] }) =>
  (only === undefined || only.includes(path)) && !without.includes(path);

/**
 * A parameter as Specmatic reads it. It does not know `explode: false`: to it `a,b` is one text. A made-up company
 * number would be answered 400 or 404.
 */
function readable({ style: _style, explode: _explode, ...parameter }, generative) {
  const { name, schema } = parameter;
  if (schema.type === 'array') {
    const words = WORDS[name] ?? schema.items.enum;
    const one = { type: 'string', ...(generative && words !== undefined ? { enum: words } : {}) };
    return { ...parameter, schema: generative ? (words === undefined ? schema.items : one) : one };
  }
  if (!generative || name !== 'company_number') return parameter;
  return { ...parameter, required: true, schema: { type: 'string', enum: [COMPANY, OTHER_COMPANY] } };
}

function operationOf(operation, left, generative) {
  const parameters = (operation.parameters ?? []).filter(({ name }) => !(name in left));
  return { ...operation, parameters: parameters.map((one) => readable(one, generative)) };
}

/** What would be answered 403 is not asked for. */
function limitSubmission({ EnrichJobRequest, Options, AskedRow }) {
  const { rows, blocks } = EnrichJobRequest.properties;
  // Specmatic would try the longest list too: a quarter of a million rows.
  delete rows.maxItems;
  blocks.items = { type: 'string', enum: BLOCKS };
  Options.properties.validation.items = { type: 'string', enum: MODES };
  for (const name of ['web_search', 'google_business']) delete Options.properties[name];
  for (const name of ['company_name', 'domain']) delete AskedRow.properties[name];
}

function narrowed(description, run) {
  const { leaves, generative } = run;
  const copy = structuredClone(description);
  for (const [path, operations] of Object.entries(copy.paths)) {
    if (!isPart(path, run)) delete copy.paths[path];
    for (const [method, operation] of Object.entries(operations))
      operations[method] = operationOf(operation, leaves[path] ?? {}, generative);
  }
  if (generative) limitSubmission(copy.components.schemas);
  return copy;
}

function takesPart({ operation, example }, run) {
  const { statuses, leaves, examples = [example.name] } = run;
  const { 'http-request': request, 'http-response': response } = example;
  const used = Object.keys({ ...request.query, ...request.headers });
  const left = leaves[operation] ?? {};
  return (
    isPart(operation, run) &&
    examples.includes(example.name) &&
    (statuses === null || statuses.includes(response.status)) &&
    !used.some((name) => name in left)
  );
}

/** Writes `openapi.json` and `examples/` for a run. */
export function layOut(directory, description, examples, run) {
  mkdirSync(join(directory, 'examples'), { recursive: true });
  writeFileSync(join(directory, 'openapi.json'), JSON.stringify(narrowed(description, run), null, 2));
  for (const entry of examples.filter((one) => takesPart(one, run))) {
    const file = join(directory, 'examples', `${entry.example.name}.json`);
    writeFileSync(file, JSON.stringify(entry.example, null, 2));
  }
}
