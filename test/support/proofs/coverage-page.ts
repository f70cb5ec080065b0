/** docs/coverage.md: every answer that the description promises, and the test that proves it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Description, ResponseObject } from '../description-judge.js';
import { OPERATION_FOLDERS } from '../operation-folders.js';
import type { Answered, Observation } from './observe.js';

export const COVERAGE_PAGE = join(__dirname, '..', '..', '..', 'docs', 'coverage.md');

export const wrongMethodOf = (path: string): string => `other methods of ${path}`;
export const ANY_OTHER_PATH = 'any other path';

/** What no request can reach yet, with the spec that proves the rule behind it. */
const PROVED_ELSEWHERE: readonly (Answered & { readonly proof: string; readonly why: string })[] = [
  {
    operation: 'resolve',
    status: 404,
    detail: 'site_unreachable',
    proof: 'src/jobs/resolve/resolve-answer.spec.ts',
    why: 'needs a live look-up of a website',
  },
  {
    operation: 'resolve',
    status: 502,
    detail: 'resolver_error',
    proof: 'src/jobs/resolve/resolve-answer.spec.ts',
    why: 'needs a fault of ours, of which none is known',
  },
  {
    operation: 'resolve',
    status: 502,
    detail: 'worker_lost',
    proof: 'src/jobs/resolve/dying-resolves.spec.ts',
    why: 'the process that was asked is gone',
  },
];

const SENTENCES: Readonly<Record<string, string>> = {
  'This operation needs the scope enrich; the key has the scope read.': 'missing scope',
};

const detailsOf = (status: number, response: ResponseObject): readonly string[] => {
  if (status < 400) return [''];
  const media = response.content?.['application/json'];
  const bodies = Object.values(media?.examples ?? {}).map(({ value }) => value as { detail?: string });
  const details = bodies.map(({ detail = '' }) => SENTENCES[detail] ?? detail);
  return details.length === 0 ? [''] : [...new Set(details)];
};

export interface Promised extends Answered {
  /** As the description has it. */
  readonly path: string;
}

/** Every answer that the page must have a row for, in the description's order. */
export function promisedBy({ paths, components }: Description): Promised[] {
  const resolved = (response: ResponseObject): ResponseObject =>
    components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  const answers = operations.flatMap(({ path, operationId: operation, responses }) =>
    Object.entries(responses).flatMap(([code, response]) =>
      detailsOf(Number(code), resolved(response)).map((detail) => ({
        operation,
        status: Number(code),
        detail,
        path,
      })),
    ),
  );
  const elsewhere = [
    ...Object.keys(paths).map((path) => ({
      operation: wrongMethodOf(path),
      status: 405,
      detail: 'method_not_allowed',
      path,
    })),
    { operation: ANY_OTHER_PATH, status: 404, detail: 'not_found', path: '' },
  ];
  // The paths for the description say themselves that they know no other method.
  return [...answers.filter(({ status }) => status !== 405), ...elsewhere];
}

export const answerName = ({ operation, status, detail }: Answered): string =>
  `${operation} ${status} ${detail}`.trim();

export interface Row extends Answered {
  /** A file from the root of the repository, and what it says. */
  readonly proof: string;
  readonly title: string;
}

const ROW = /^\| `?([^|`]+)`? +\| (\d{3}) +\| `?([^|`]*?)`? +\| `([^`|]+)`: (.+?) +\|$/;

const rowsOf = (page: string): Row[] =>
  page.split('\n').flatMap((line) => {
    const [, operation, status, detail, proof, title] = ROW.exec(line) ?? [];
    if (operation === undefined || detail === undefined || proof === undefined || title === undefined)
      return [];
    return [{ operation, status: Number(status), detail, proof, title }];
  });

export const coverageRows = (): Row[] => rowsOf(readFileSync(COVERAGE_PAGE, 'utf8'));

/** The better proof has the lower rank: the operation's own spec, named after the status. */
function rankOf(answer: Promised, { spec, title }: Observation): number {
  const own = spec.startsWith(`test/http/${OPERATION_FOLDERS[answer.operation] ?? '-'}/`);
  const named = spec.endsWith(`/${answer.status}.spec.ts`);
  const about = title.includes(answer.path);
  return (own && named ? 0 : 8) + (about ? 0 : 4) + (own ? 0 : 2) + (named ? 0 : 1);
}

const byPlace = (one: Observation, other: Observation): number =>
  one.spec.localeCompare(other.spec) || one.title.localeCompare(other.title);

function proofOf(answer: Promised, observed: readonly Observation[]): Row | null {
  const elsewhere = PROVED_ELSEWHERE.find((one) => answerName(one) === answerName(answer));
  if (elsewhere !== undefined) return { ...answer, proof: elsewhere.proof, title: elsewhere.why };
  const shown = observed
    // A bar would end the cell.
    .filter((one) => answerName(one) === answerName(answer) && !one.title.includes('|'))
    .sort((one, other) => rankOf(answer, one) - rankOf(answer, other) || byPlace(one, other));
  const [best] = shown;
  return best === undefined ? null : { ...answer, proof: best.spec, title: best.title };
}

const cell = (text: string): string => (text === '' || /\s/.test(text) ? text : `\`${text}\``);

const INTRODUCTION = `# Every answer, and the test that proves it

Made by \`npm run docs:coverage\` from the description (every status of every operation, and every \`detail\` that it
shows) and from what the tests in \`test/http\` got over HTTP. A test fails where an answer of the description has no row
here, and a run fails where a test that is named here passes without getting the answer that it is named for. What cannot
be reached over HTTP yet names the spec of the rule behind it, and why.

| operation | status | detail | proof |
| --- | --- | --- | --- |
`;

/** @throws Error naming what no test shows */
export function coveragePage(promised: readonly Promised[], observed: readonly Observation[]): string {
  const rows = promised.map((answer) => ({ answer, row: proofOf(answer, observed) }));
  const missing = rows.filter(({ row }) => row === null).map(({ answer }) => answerName(answer));
  if (missing.length > 0) throw new Error(`no test shows:\n${missing.join('\n')}`);
  const lines = rows.flatMap(({ row }) =>
    row === null
      ? []
      : [`| ${cell(row.operation)} | ${row.status} | ${cell(row.detail)} | \`${row.proof}\`: ${row.title} |`],
  );
  return `${INTRODUCTION}${lines.join('\n')}\n`;
}
