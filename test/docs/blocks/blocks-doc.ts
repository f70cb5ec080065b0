/** docs/blocks.md: what each block says, from its definition and from the golden answers. */
import { z } from 'zod';
import { decidingSources } from '../../../src/api/blocks-page/blocks-page.js';
import { BLOCKS } from '../../../packages/enrichment/src/blocks/index.js';
import {
  stateOf,
  type BlockDefinition,
} from '../../../packages/enrichment/src/blocks/runner/define-block.js';
import type { MadeAnswer } from '../../rooms/blocks/codes/examples/kept-examples.js';
import type { GoldenAnswer } from '../../http/golden/golden-answers.js';
import { MAX_SHOWN, blockExamples } from './block-examples.js';
import { since2024 } from './since-2024.js';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const STATES = { full: 'full', partial: 'partial', not_yet: 'not yet' } as const;
type Examples = ReturnType<typeof blockExamples>;

const alternatives = (schemas: readonly JsonSchema[], depth: number): string =>
  [...new Set(schemas.map((schema) => shapeText(schema, depth)))].join(' | ');

/** A shape as a type is written: `{ name: string | null }`. */
function shapeText(schema: JsonSchema, depth: number): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return alternatives(either, depth);
  if (schema.type === 'array') {
    const item = shapeText(schema.items as JsonSchema, depth);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object') return objectText(schema, depth);
  return Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type);
}

function objectText({ properties, required = [], additionalProperties }: JsonSchema, depth: number): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `Record<string, ${Object.keys(values).length === 0 ? 'unknown' : shapeText(values, depth)}>`;
  }
  const indent = '  '.repeat(depth + 1);
  const lines = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
    const field = `${indent}${name}${required.includes(name) ? '' : '?'}: ${shapeText(schema, depth + 1)}`;
    return schema.description === undefined ? field : `${field} // ${schema.description}`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

const shapeOf = (block: BlockDefinition): string => {
  const text = shapeText(z.toJSONSchema(block.value), 0);
  return `\`\`\`ts\n${text}\n\`\`\``;
};

const sourcesOf = (block: BlockDefinition): string[] =>
  decidingSources(block).map(
    ({ name, stale_after_days }) => `\`${name}\` (stale after ${stale_after_days} days)`,
  );

const codes = (list: readonly string[]): string =>
  list.length === 0 ? 'none' : list.map((code) => `\`${code}\``).join(', ');

function exampleOf({ key }: BlockDefinition, examples: Examples): string[] {
  const found = examples[key];
  if (found === undefined) throw new Error(`${key} has no example`);
  const { company_number, company_name, envelope, made_data } = found;
  const what = made_data === undefined ? 'Example' : `Example over made-up data (${made_data})`;
  return [
    `${what}: ${company_number}, ${company_name}, as of ${envelope.as_of ?? ''}; lists cut to ${MAX_SHOWN}.`,
    `\`\`\`json\n${JSON.stringify(envelope)}\n\`\`\``,
  ];
}

function chapter(block: BlockDefinition, at: number, examples: Examples): string[] {
  const state = stateOf(block);
  const sources = sourcesOf(block);
  return [
    `## ${at + 1}. \`${block.key}\``,
    block.description,
    [
      `- **State**: ${STATES[state]}.${block.lacks === null ? '' : ` ${block.lacks}`}`,
      `- **Tier**: ${block.tier}${block.experimental ? ', experimental: off by default' : ''}. **Latency**: \`${block.latency_class}\`.`,
      `- **Covers**: ${block.coverage}`,
      `- **Source** named in the envelope: ${codes(block.source)}${block.derived ? '; marked `derived`' : ''}.`,
      `- **Freshness**: ${sources.length === 0 ? 'no edition yet' : `editions of ${sources.join(', ')}`}.`,
      `- **Reasons**: ${codes(block.reasons)}.`,
      `- **Advisories**: ${codes(block.advisories)}.`,
      ...(block.withheld.length === 0 ? [] : [`- **Withheld** fields: ${codes(block.withheld)}.`]),
      ...Object.entries(block.details).map(([name, what]) => `- \`detail.${name}\`: ${what}`),
    ].join('\n'),
    shapeOf(block),
    ...(state === 'not_yet' ? [] : exampleOf(block, examples)),
  ];
}

const overview = (): string =>
  [
    '| block | tier | latency | state |',
    '| --- | --- | --- | --- |',
    ...BLOCKS.map(
      (block) =>
        `| \`${block.key}\` | ${block.tier} | \`${block.latency_class}\` | ${STATES[stateOf(block)]} |`,
    ),
  ].join('\n');

const INTRODUCTION = `# The blocks, one by one

Made from the blocks' own files and from golden answers (\`test/http/golden\`) by \`npm run docs\`; rules for all blocks are in
\`docs/spec/blocks.md\`. Beside its own reasons any block may answer \`not_available_yet\`, \`source_unavailable\`, \`error\` and
\`no_entitlement\`. A block whose state is "not yet" answers \`not_available_yet\` and costs nothing; its shape is in the
description of the interface already. The companies in the examples are real, and what is published of them is public sector
information, licensed under the Open Government Licence v3.0; but where an example says that its data are made up, so is its
company: the service answered it over files and websites made for the tests (\`test/rooms/blocks/codes\`).

What will come, and isn't built (\`docs/spec/blocks.md\`, 6.6): trade codes of UK SIC 2026, which is final and not in use at the
register, and from April 2028 profit and loss accounts of small companies that may be kept off it (\`docs/accounts.md\`).`;

/**
 * The page, before it is formatted.
 * @param madeUp answers on made-up companies
 */
export function blocksPage(
  answers: readonly GoldenAnswer[],
  made: readonly MadeAnswer[],
  madeUp: readonly GoldenAnswer[],
): string {
  const examples = blockExamples(answers, made);
  const chapters = BLOCKS.flatMap((block, at) => chapter(block, at, examples));
  return `${[INTRODUCTION, overview(), ...chapters, ...since2024(madeUp)].join('\n\n')}\n`;
}
