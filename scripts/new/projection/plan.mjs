/** `NAME --lane LANE`: a read model, entered in its lane in `projections/index.ts`. */
const INDEX = 'projections/index.ts';

export const options = { lane: { type: 'string', default: '' } };

export function plan([name = ''], { lane }, { refuse, camel, pascal, exists, read }) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) refuse(`'${name}' is no name: small letters, words joined by -`);
  const folder = `projections/${name}`;
  if (exists(folder)) refuse(`${name} is there already`);

  const index = read(INDEX);
  const lanes = [...index.matchAll(/name: '(\w+)',\s*projections: \[([^\]]*)\]/g)];
  const [laneText, , listed] =
    lanes.find(([, each]) => each === lane) ??
    refuse(`'${lane}' is no lane: --lane with one of ${lanes.map(([, each]) => each).join(', ')}`);
  const imports = index.match(/^import \{ \w+ \} from '\.\/[a-z-]+\/[a-z-]+\.projection\.js';$/gm);
  const last = imports?.at(-1) ?? refuse('the imports are not where they were: enter it by hand');
  const entered = index
    .replace(laneText, laneText.replace(`[${listed}]`, `[${listed}, ${camel(name)}]`))
    .replace(last, `${last}\nimport { ${camel(name)} } from './${name}/${name}.projection.js';`);
  const stored = name.replaceAll('-', '_');
  const type = `${pascal(name)}Document`;
  return {
    words: { name, lane, camel: camel(name), type, stored, collection: stored.toUpperCase() },
    edits: { [INDEX]: entered },
    said: `${folder} and entered it in the ${lane} lane. Now say what it shows, in its files and in projections/README.md; then npm run check, npm test, and npm run docs for the help of projections rebuild.`,
  };
}
