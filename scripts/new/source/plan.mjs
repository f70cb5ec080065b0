/** `NAME [--fact FACT]`: a published source, a CSV with a row a company, entered in the list of sources. */
const INDEX = 'packages/enrichment/src/sources/index.ts';
const NAME = /^[a-z]+(_[a-z]+)*$/;

export const options = { fact: { type: 'string' } };

export function plan([name = ''], values, { refuse, camel, pascal, exists, read }) {
  const fact = values.fact ?? name.replace(/s$/, '');
  if (!NAME.test(name)) refuse(`'${name}' is no name of a source: small letters, words joined by _`);
  if (!NAME.test(fact)) refuse(`'${fact}' is no name of a fact: small letters, words joined by _`);
  const file = name.replaceAll('_', '-');
  const folder = `packages/enrichment/src/sources/${file}`;
  if (exists(folder)) refuse(`${name} is there already`);

  const variable = camel(name);
  const index = read(INDEX);
  const line = `import { ${variable} } from './${file}/${file}.source.js';\n`;
  const imported = index.replace('import type { RecordOf', `${line}import type { RecordOf`);
  const listed = imported.replace(/(export const SOURCES = \[[^\]]*[^\],\s]),?\s*\]/, `$1, ${variable}]`);
  if (imported === index || listed === imported)
    refuse('the list of sources is not where it was: enter it by hand');
  return {
    words: { name, fact, file, variable, Fact: pascal(fact) },
    edits: { [INDEX]: listed },
    said: `${folder}. Now say what its file looks like, then run npm run check and npm test.`,
  };
}
