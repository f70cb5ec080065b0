/**
 * `npm run new:projection -- NAME --lane LANE`: a new read model. Writes its document, its projection and its spec, and
 * enters it in its lane in `projections/index.ts`. What is left is to say which events make which documents.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lane: { type: 'string', default: '' },
    root: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '..') },
  },
});
const [name = ''] = positionals;
const { lane, root } = values;

function refuse(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

const indexFile = join(root, 'projections/index.ts');
const folder = join(root, 'projections', name);
const camel = name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const type = `${camel[0]?.toUpperCase()}${camel.slice(1)}Document`;
const collection = name.replaceAll('-', '_').toUpperCase();

if (!/^[a-z]+(-[a-z]+)*$/.test(name)) refuse(`'${name}' is no name: small letters, words joined by -`);
if (existsSync(folder)) refuse(`${name} is there already`);

const index = readFileSync(indexFile, 'utf8');
const lanes = [...index.matchAll(/name: '(\w+)',\s*projections: \[([^\]]*)\]/g)];
const found = lanes.find(([, each]) => each === lane);
if (found === undefined)
  refuse(`'${lane}' is no lane: --lane with one of ${lanes.map(([, each]) => each).join(', ')}`);

const [laneText, , listed] = found;
const imports = index.match(/^import \{ \w+ \} from '\.\/[a-z-]+\/[a-z-]+\.projection\.js';$/gm);
const last = imports?.at(-1) ?? refuse('the imports are not where they were: enter it by hand');
const entered = index
  .replace(laneText, laneText.replace(`[${listed}]`, `[${listed}, ${camel}]`))
  .replace(last, `${last}\nimport { ${camel} } from './${name}/${name}.projection.js';`);

const files = {
  [`${name}.document.ts`]: `/** One document for each account. */
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { AccountId } from '../../src/shared/ids.js';
import { accountPart } from '../key-parts.js';

export type ${type} = {
  readonly account_id: AccountId;
};

export const ${collection} = typedCollection<${type}>('${name.replaceAll('-', '_')}');

export const ${camel}Key = (account: AccountId): string => accountPart(account);
`,
  [`${name}.projection.ts`]: `/** What is shown, and who reads it. */
import { put } from '../../src/platform/projector/operations.js';
import { defineProjection } from '../define-projection.js';
import { ${collection}, ${camel}Key } from './${name}.document.js';

export const ${camel} = defineProjection({
  name: '${name}',
  version: 1,
  lane: '${lane}',
  collections: [${collection}],
  on: {
    AccountOpened: ({ event: { data } }) => [
      put(${collection}, ${camel}Key(data.account_id), { account_id: data.account_id }),
    ],
  },
});
`,
  [`${name}.projection.spec.ts`]: `import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { ${collection}, ${camel}Key } from './${name}.document.js';

it('has a document for each account', async () => {
  const log = new LogBuilder(new MemoryEventStore());
  await log.openAccount();
  expect(await (await documentsOf(log.store)).all(${collection})).toEqual({
    [${camel}Key(ACCOUNT)]: { account_id: ACCOUNT },
  });
});
`,
};

mkdirSync(folder, { recursive: true });
for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
writeFileSync(indexFile, entered);
process.stdout.write(
  `Wrote ${folder} and entered it in the ${lane} lane. Now say what it shows, in its files and in projections/README.md; then npm run check, npm test, and npm run docs for the help of projections rebuild.\n`,
);
