/** The description and the examples of one run: the served ones, without what the run leaves out (rules.mjs). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BLOCKS } from './examples.mjs';

function narrowedOperation(operation, left) {
  const parameters = (operation.parameters ?? []).filter(({ name }) => !(name in left));
  return { ...operation, parameters };
}

function narrowed(description, { leaves, generative }) {
  if (!generative) return description;
  const copy = structuredClone(description);
  for (const [path, left] of Object.entries(leaves)) {
    for (const [method, operation] of Object.entries(copy.paths[path])) {
      copy.paths[path][method] = narrowedOperation(operation, left);
    }
  }
  // Specmatic would try the longest list too: a quarter of a million rows.
  const asked = copy.components.schemas.EnrichJobRequest.properties;
  const { rows, blocks } = asked;
  delete rows.maxItems;
  // Premium options are 403 where not enabled; null is taken as left out.
  delete asked.options;
  // 403 for a block that is not enabled.
  blocks.items = { type: 'string', enum: BLOCKS };
  for (const name of ['company_name', 'domain']) delete copy.components.schemas.AskedRow.properties[name];
  return copy;
}

function takesPart({ operation, example }, { statuses, leaves }) {
  const { 'http-request': request, 'http-response': response } = example;
  const used = Object.keys({ ...request.query, ...request.headers });
  const left = leaves[operation] ?? {};
  return (statuses === null || statuses.includes(response.status)) && !used.some((name) => name in left);
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
