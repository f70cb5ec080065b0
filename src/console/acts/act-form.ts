/**
 * Describes an act of the console: its fields, and the functions that read and run it. `act-pages.tsx` makes
 * its pages: the form, for most acts a preview with the state before and after, and the act.
 */
import type { OperatorServices } from '../../operator/operator.js';
import type { AccountDetails } from '../../operator/accounts/find-account.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { cell, type Cell, type Sheet } from '../../../packages/words/src/sheet/sheet.js';
import { readAccountId, readDay, reasonIn, type FieldTexts } from '../form-values.js';

export interface ActField {
  readonly name: string;
  readonly label: string;
  /** The default is a line of text. A `fixed` field is shown and sent, but can't be changed. */
  readonly kind?: 'text' | 'day' | 'number' | 'lines' | 'check' | 'fixed';
  /** The known choices: each a value and its text. */
  readonly choices?: readonly (readonly [value: string, text: string])[];
  /** The content that a `fixed` field shows in place of its value. */
  readonly fixedContent?: Cell;
  readonly optional?: boolean;
  /** The value that a new form shows. */
  readonly initialValue?: string;
  /** The heading of the folded group of this field. The group opens if a field is filled in or wrong. */
  readonly group?: string;
  /** Parses the field's text. @throws WrongRequest that says how to write it */
  readonly read?: (text: string) => unknown;
}

/** The result of an act, or of its preview. */
export interface ActResult {
  /** The sheet of the preview or of the written facts. */
  readonly sheet: Sheet;
  /** What else decides the effect, such as today's charges. If it changed, the act is previewed again. */
  readonly effectKey: string;
  /** False where nothing is left to write. */
  readonly hasEffect: boolean;
  /** The page of the written facts; null where only the sheet shows them. */
  readonly path: string | null;
}

/** An act that changes what an account owes. Its preview must be confirmed. */
export interface PreviewedAct {
  /** The address of the act. The form adds `/new` to it, and the preview adds `/preview`. */
  readonly path: string;
  readonly title: string;
  /** One or two sentences that describe the act. */
  readonly intro: string;
  readonly previewTitle: string;
  readonly button: string;
  /** @throws WrongRequest where the address names nothing */
  readonly makeFields: (
    operator: OperatorServices,
    values: FieldTexts,
    now: Date,
  ) => Promise<readonly ActField[]>;
  /** Returns the account on which the act is done. @throws WrongRequest */
  readonly findAccount: (operator: OperatorServices, values: FieldTexts) => Promise<AccountId>;
  /** @throws WrongRequest where the command is refused */
  readonly run: (operator: OperatorServices, values: FieldTexts, dryRun: boolean) => Promise<ActResult>;
  /** The field that a refusal is about, by the code of the refusal. */
  readonly fieldByRefusal?: Readonly<Record<string, string>>;
}

/** An act that is done without a preview: its form and the act. */
export interface DirectAct extends Pick<
  PreviewedAct,
  'path' | 'title' | 'intro' | 'makeFields' | 'fieldByRefusal'
> {
  /** The page that a repeated form opens, if the act can't be repeated. */
  readonly repeatTarget?: (params: FieldTexts) => string;
  /** @returns the path of the page that shows the change @throws WrongRequest where the act is refused */
  readonly run: (operator: OperatorServices, values: FieldTexts) => Promise<string | NewSecret>;
}

/** A secret that an act made. It is shown in the answer to the form, and never again. */
export interface NewSecret {
  readonly secret: string;
  /** One or two sentences on the secret. */
  readonly description: string;
  /** The path of the account's page. */
  readonly nextPath: string;
}

/** The field for the reason of an act. */
export const REASON_FIELD: ActField = {
  name: 'reason',
  label: 'Reason. It stays in the log, so name no person.',
  read: (reason) => reasonIn({ reason }),
};

type NamedAccount = Pick<AccountDetails, 'account_id' | 'name'>;

/** The account with its name. */
export const accountCell = ({ account_id, name }: NamedAccount): Cell => [
  cell.account(account_id),
  ...(name === null ? [] : [', ', cell.client(name)]),
];

/** Returns the account (shown, not editable), these fields, and the field for the reason. */
export const accountActFields = (account: NamedAccount, fields: readonly ActField[]): readonly ActField[] => [
  { name: 'account', label: 'Account', kind: 'fixed', fixedContent: accountCell(account) },
  ...fields,
  REASON_FIELD,
];

/** Returns the account that the path of an act names. @throws WrongRequest */
export const accountIn = ({ account }: FieldTexts): AccountId => readAccountId(account);

/** A problem, and the name of its field; null where it belongs to no field. */
export interface FieldProblem {
  readonly field: string | null;
  readonly detail: string;
}

/** The address with its parameters in place. */
export const filledPath = (path: string, params: FieldTexts): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The field's value without blanks around it; empty where it is missing. */
export const trimmedValue = (values: FieldTexts, name: string): string => (values[name] ?? '').trim();

/** Returns all problems of the fields' values. */
export const fieldProblems = (fields: readonly ActField[], values: FieldTexts): readonly FieldProblem[] =>
  fields.flatMap(({ name, kind, choices, optional = false, read = kind === 'day' ? readDay : undefined }) => {
    const value = trimmedValue(values, name);
    if (value === '')
      return optional || kind === 'check'
        ? []
        : [{ field: name, detail: choices === undefined ? 'Fill this in.' : 'Choose one.' }];
    try {
      read?.(value);
      return [];
    } catch (error) {
      if (error instanceof WrongRequest) return [{ field: name, detail: error.message }];
      throw error;
    }
  });
