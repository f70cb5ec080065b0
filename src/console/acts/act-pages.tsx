/** Makes the pages of an act: its form, its preview, and the act, which runs only as previewed. */
import { createHash } from 'node:crypto';
import { accountRevisions } from '../../operator/accounts/find-account.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { ChangedSinceError } from '../../streams/envelope.js';
import { withReason } from '../../operator/operator.js';
import { reasonIn, type FieldTexts } from '../form-values.js';
import {
  ADMIN_ROLES,
  BILLING_ROLES,
  get,
  page,
  post,
  redirect,
  type ConsolePage,
  type PageAnswer,
  type Visit,
} from '../console-page.js';
import { SheetView } from '../view/sheet.js';
import {
  fieldProblems,
  filledPath,
  type PreviewedAct,
  type ActResult,
  type DirectAct,
  type FieldProblem,
} from './act-form.js';
import { FormView, PreviewView, SecretView, type FilledForm } from './act-view.js';

const NOT_CONFIRMED_TEXT = 'Nothing was done: it was not confirmed. Read both sides, then tick the box.';
const CHANGED_TEXT =
  'Nothing was written: since your preview somebody else acted on this account, or its charges changed. This is what would be written now. Read both sides again.';

/** The pages of an act, for the roles that may change what a customer owes. */
export const pagesOfAct = (act: PreviewedAct): readonly ConsolePage[] => [
  get(`${act.path}/new`, BILLING_ROLES, (visit) => newFormPage(act, visit)),
  post(`${act.path}/preview`, BILLING_ROLES, async (visit) => {
    const form = await formOf(act, visit, { ...visit.form, ...visit.params });
    return form.values['change'] === 'yes'
      ? formPage(act, visit, form, [])
      : answerOrFormPage(act, visit, form, async () => (await previewOf(act, visit, form)).answer());
  }),
  post(act.path, BILLING_ROLES, async (visit) => {
    const form = await formOf(act, visit, { ...visit.form, ...visit.params });
    return answerOrFormPage(act, visit, form, () => runAct(act, visit, form));
  }),
];

/** The pages of an act without a preview, for admins. */
export const pagesOfDirectAct = (act: DirectAct): readonly ConsolePage[] => [
  get(`${act.path}/new`, ADMIN_ROLES, (visit) => newFormPage(act, visit)),
  {
    ...post(act.path, ADMIN_ROLES, async (visit) => {
      const form = await formOf(act, visit, { ...visit.form, ...visit.params });
      return answerOrFormPage(act, visit, form, async () => {
        const result = await act.run(withReason(visit.operator, reasonIn(visit.form)), form.values);
        return typeof result === 'string' ? redirect(result) : page(act.title, <SecretView {...result} />);
      });
    }),
    ...(act.repeatTarget !== undefined && { repeatTarget: act.repeatTarget }),
  },
];

type Form = Pick<FilledForm, 'fields' | 'values'>;
type AnyAct = PreviewedAct | DirectAct;

async function newFormPage(act: AnyAct, visit: Visit): Promise<PageAnswer> {
  const { fields, values } = await formOf(act, visit, { ...visit.query, ...visit.params });
  // A link can fill in fields that the operator sees and may change, but no fixed ones.
  const filledValues = fields.map(({ name, kind, initialValue }) => {
    const isFixed = kind === 'fixed' && initialValue !== undefined;
    return [name, isFixed ? initialValue : (values[name] ?? initialValue)] as const;
  });
  return formPage(act, visit, { fields, values: Object.fromEntries(filledValues) }, []);
}

const formOf = async (act: AnyAct, { operator, now }: Visit, values: FieldTexts): Promise<Form> => ({
  fields: await act.makeFields(operator, values, now),
  values,
});

function formPage(
  act: AnyAct,
  { session, params }: Visit,
  form: Form,
  problems: readonly FieldProblem[],
): PageAnswer {
  const path = filledPath(act.path, params);
  const next = 'previewTitle' in act ? { to: `${path}/preview` } : { to: path, button: act.title };
  const filledForm = { ...form, ...next, act, problems, csrf: session.csrf };
  return page(act.title, <FormView {...filledForm} />, { status: problems.length === 0 ? 200 : 400 });
}

/** Answers with the filled form where a field is wrong or the act is refused. */
async function answerOrFormPage(
  act: AnyAct,
  visit: Visit,
  form: Form,
  answer: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const problems = fieldProblems(form.fields, form.values);
  if (problems.length > 0) return formPage(act, visit, form, problems);
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof WrongRequest)) throw error;
    const field = act.fieldByRefusal?.[error.code] ?? null;
    return formPage(act, visit, form, [{ field, detail: error.message }]);
  }
}

/** Previews the act: its result now, the account's revisions, and the page that shows them. */
async function previewOf(act: PreviewedAct, { operator, session, params }: Visit, { fields, values }: Form) {
  // Only fields of the form are read, so that nothing is written that the preview did not show.
  const formValues = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
  const revisions = await accountRevisions(operator, await act.findAccount(operator, formValues));
  const result = await act.run(operator, formValues, true);
  const hashedParts = JSON.stringify([
    revisions,
    result.effectKey,
    fields.map(({ name }) => formValues[name] ?? ''),
  ]);
  const previewHash = createHash('sha256').update(hashedParts).digest('base64url');
  const answer = (notDoneReason?: string, status = 200): PageAnswer => {
    if (!result.hasEffect) return resultPage(act, result);
    const form = { fields, values, to: filledPath(act.path, params), csrf: session.csrf };
    const preview = { button: act.button, sheet: result.sheet, previewHash, notDoneReason };
    return page(act.previewTitle, <PreviewView {...form} {...preview} />, { status });
  };
  return { formValues, revisions, result, previewHash, answer };
}

const resultPage = (act: PreviewedAct, { path, sheet }: ActResult): PageAnswer =>
  path === null ? page(act.title, <SheetView sheet={sheet} />) : redirect(path);

async function runAct(act: PreviewedAct, visit: Visit, form: Form): Promise<PageAnswer> {
  const { values } = form;
  const { formValues, revisions, result, previewHash, answer } = await previewOf(act, visit, form);
  if (result.hasEffect && values['confirmed'] !== 'yes') return answer(NOT_CONFIRMED_TEXT, 400);
  if (result.hasEffect && values['seen'] !== previewHash) return answer(CHANGED_TEXT, 409);
  const { operator } = visit;
  try {
    // If nothing is left to write, the act was done before. Running it finds the earlier entry.
    const context = { ...operator.context, seen: revisions };
    return resultPage(act, await act.run({ ...operator, context }, formValues, false));
  } catch (error) {
    if (!(error instanceof ChangedSinceError)) throw error;
    return runAct(act, visit, await formOf(act, visit, values));
  }
}
