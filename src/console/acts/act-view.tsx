/** Renders the form of an act with its problems, and the preview of the act. */
import type { Sheet } from '../../../packages/words/src/sheet/sheet.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import type { Markup } from '../view/jsx-markup.js';
import { ActForm, Alert, ButtonLink, ConfirmBox } from '../view/parts.js';
import { CellView, SheetView } from '../view/sheet.js';
import type { FieldTexts } from '../form-values.js';
import type { PreviewedAct, ActField, FieldProblem, NewSecret } from './act-form.js';

const idOf = (name: string): string => `f-${name}`;

function Input({ field, value, isWrong }: { field: ActField; value: string; isWrong: boolean }): Markup {
  const { name, kind = 'text', choices, optional = false } = field;
  const id = idOf(name);
  const props = {
    ...{ id, name, required: !optional },
    ...(isWrong ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-problem` } : {}),
  } as const;
  if (choices !== undefined)
    return (
      <select {...props}>
        {!optional && choices.length !== 1 && <option value="">Choose one</option>}
        {choices.map(([choice, text]) => (
          <option value={choice} selected={choice === value}>
            {text}
          </option>
        ))}
      </select>
    );
  if (kind === 'lines')
    return (
      <textarea {...props} rows={4} maxlength={2_000}>
        {value}
      </textarea>
    );
  if (kind === 'day') return <input {...props} type="date" value={value} />;
  return (
    <input {...props} value={value} maxlength={500} inputmode={kind === 'number' ? 'decimal' : undefined} />
  );
}

type FieldViewProps = { field: ActField; values: FieldTexts; problem: FieldProblem | undefined };

function FieldView({ field, values, problem }: FieldViewProps): Markup {
  const { name, label, kind, fixedContent } = field;
  const value = values[name] ?? '';
  if (kind === 'fixed')
    return (
      <p>
        {label}: <CellView content={fixedContent ?? value} />
        <input type="hidden" name={name} value={value} />
      </p>
    );
  if (kind === 'check')
    return (
      <label>
        <input type="checkbox" id={idOf(name)} name={name} value="yes" checked={value === 'yes'} /> {label}
      </label>
    );
  return (
    <>
      <label for={idOf(name)}>{label}</label>
      {problem !== undefined && (
        <p class="trouble" id={`${idOf(name)}-problem`}>
          {problem.detail}
        </p>
      )}
      <Input field={field} value={value} isWrong={problem !== undefined} />
    </>
  );
}

/** Lists the problems above the form, each with a link to its field. */
const Problems = ({ fields, problems }: Pick<FilledForm, 'fields' | 'problems'>): Markup => (
  <div class="trouble" role="alert">
    <p>Nothing was written.</p>
    <ul class="plain">
      {problems.map((problem) => {
        const field = fields.find(({ name }) => name === problem.field);
        return (
          <li>
            {field !== undefined && <a href={`#${idOf(field.name)}`}>{field.label}</a>}
            {field !== undefined && ': '}
            {problem.detail}
          </li>
        );
      })}
    </ul>
  </div>
);

export interface FilledForm {
  readonly act: Pick<PreviewedAct, 'title' | 'intro'>;
  /** The address that the form is sent to: that of the preview or, without one, of the act. */
  readonly to: string;
  readonly csrf: string;
  readonly fields: readonly ActField[];
  readonly values: FieldTexts;
  readonly problems: readonly FieldProblem[];
  /** The button of an act that is done without a preview. */
  readonly button?: string;
}

export const FormView = ({ act, to, csrf, fields, values, problems, button }: FilledForm): Markup => (
  <>
    <h1>{act.title}</h1>
    <p>
      {act.intro}
      {button === undefined && ' You see a preview with both sides before anything is written.'}
    </p>
    {problems.length > 0 && <Problems fields={fields} problems={problems} />}
    <ActForm to={to} csrf={csrf}>
      {[...groupBy(fields, ({ group = null }) => group)].map(([group, fieldsOfGroup]) => {
        const views = fieldsOfGroup.map((field) => (
          <FieldView field={field} values={values} problem={problemOf(field, problems)} />
        ));
        return group === null ? (
          <>{views}</>
        ) : (
          <details open={fieldsOfGroup.some((field) => mustBeOpen(field, values, problems))}>
            <summary>{group}</summary>
            {views}
          </details>
        );
      })}
      <button type="submit">{button ?? 'Preview'}</button>
    </ActForm>
  </>
);

const problemOf = (field: ActField, problems: readonly FieldProblem[]): FieldProblem | undefined =>
  problems.find((problem) => problem.field === field.name);

/** True if the group of a folded field must be open: the field is filled in or has a problem. */
const mustBeOpen = (field: ActField, values: FieldTexts, problems: readonly FieldProblem[]): boolean =>
  (values[field.name] ?? '') !== '' || problemOf(field, problems) !== undefined;

interface PreviewProps extends Omit<FilledForm, 'act' | 'problems' | 'button'> {
  readonly button: string;
  readonly sheet: Sheet;
  /** The hash of the preview. The act runs only while a new preview has the same hash. */
  readonly previewHash: string;
  /** The reason why a confirmed act was not done. */
  readonly notDoneReason?: string | undefined;
}

/** @param to the address of the act */
export const PreviewView = ({ to, csrf, fields, values, ...preview }: PreviewProps): Markup => (
  <>
    {preview.notDoneReason !== undefined && <Alert>{preview.notDoneReason}</Alert>}
    <SheetView sheet={preview.sheet} />
    <ActForm to={to} csrf={csrf}>
      {fields.map(({ name }) => (
        <input type="hidden" name={name} value={values[name] ?? ''} />
      ))}
      <input type="hidden" name="seen" value={preview.previewHash} />
      <ConfirmBox>I have read both sides</ConfirmBox>
      <p class="acts">
        <button type="submit">{preview.button}</button>
        <button
          type="submit"
          class="plain"
          name="change"
          value="yes"
          formaction={`${to}/preview`}
          formnovalidate
        >
          Change the form
        </button>
      </p>
    </ActForm>
  </>
);

/** A new secret. The page is the only one that ever holds it. */
export const SecretView = ({ secret, description, nextPath }: NewSecret): Markup => (
  <>
    <h1>Save this now: it is not shown again</h1>
    <p>{description}</p>
    <pre class="secret" tabindex={0} aria-label="The secret">
      {secret}
    </pre>
    <p class="acts">
      <ButtonLink to={nextPath}>The page of the account</ButtonLink>
    </p>
  </>
);
