/** Renders `/docs/errors`, with a paragraph for each code. The field `docs` of an error body links to it. */
import { MISSING_SCOPE, SCOPE_ADVICE, reasonAdvice } from '../../../packages/contract/src/error-words.js';
import { REASON_CODES, REASONS } from '../../../packages/contract/src/reason-code.js';
import { REFUSALS, REFUSAL_CODES, type RefusalCode } from '../../../packages/contract/src/refusal-code.js';
import { codeSample, escapeHtml, pageRow, renderMarks, type PageContent } from './page-parts.js';

const paragraph = (id: string, name: string, status: string, text: string): string =>
  `<div id="${escapeHtml(id)}">${pageRow(`<code>${escapeHtml(name)}</code>`, status, text)}</div>`;

const refusalRow = (code: RefusalCode): string => {
  const { meaning, advice, status } = REFUSALS[code];
  return paragraph(code, code, String(status), renderMarks(`${meaning} ${advice}`));
};

/** Renders the reasons, except codes that are also refusals and are listed there. */
const reasonRows = (): string =>
  REASON_CODES.filter((code) => !Object.hasOwn(REFUSALS, code))
    .map((code) => paragraph(code, code, '', renderMarks(`${REASONS[code].meaning} ${reasonAdvice(code)}`)))
    .join('');

const HEADER = 'Authorization: Bearer svc_live_abcdefghijkl_...';

const UNAUTHORIZED = `<section id="unauthorized"><h2>401: no key, or none that works</h2>${renderMarks(
  'Every call carries the whole key behind the word `Bearer` and a blank, in one header:',
)}${codeSample(HEADER, 'The header with the key')}${codeSample(
  `curl -H "Authorization: Bearer $KEY" https://api.example.com/v1/whoami`,
  'The header in a command',
)}${renderMarks(`- \`Authentication credentials were not provided.\`: the call had no \`Authorization\` header.
- \`Invalid API key\`: the header came, and what stands in it is no key that works. The text is the same for a key without \`Bearer\`, for \`Basic\`, for a key that was cut or revoked, and for a wrong secret.

The body of a 401 has \`detail\` and \`request_id\`, and nothing else.`)}</section>`;

const INTRODUCTION = `The body of an error has \`detail\` (a code, for programs), \`message\` (what is wrong and what to do, for people), \`docs\` (the address of the code's paragraph on this page) and \`request_id\` (quote it to support). \`errors\` names each wrong field. New codes of reasons may be added: treat one that you don't know as \`error\`.`;

/** Returns the page, which is the same for every caller. */
export const errorsPage = (): PageContent => ({
  title: 'Errors and reasons',
  menu: '<li><a href="#unauthorized">401: the key</a></li><li><a href="#refusals">Refusals</a></li><li><a href="#reasons">Reasons</a></li>',
  main: `${renderMarks(INTRODUCTION)}${UNAUTHORIZED}<section id="refusals"><h2>Refusals</h2>${REFUSAL_CODES.map(refusalRow).join('')}${paragraph(
    MISSING_SCOPE,
    'The operation needs a scope',
    '403',
    renderMarks(
      `\`detail\` names the scope that the operation needs and those that the key has. ${SCOPE_ADVICE}`,
    ),
  )}</section><section id="reasons"><h2>Reasons</h2>${renderMarks('Why a row or a block has no value, and remarks on a value that is there.')}${reasonRows()}</section>`,
});
