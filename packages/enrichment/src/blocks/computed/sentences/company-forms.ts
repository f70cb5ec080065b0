/** The register's keys of legal forms as sentences write them. */
import forms from './company-forms.json';
const FORMS: Readonly<Record<string, string>> = forms.forms;

/** Kinds of limited partnerships, by the register's key of the subtype. */
const KINDS: Readonly<Record<string, string>> = forms.kinds;

/** Words for an organisation on the register whose form is unknown or has no usual name. */
const ANY_FORM = 'registered organisation';

/**
 * The legal form as a sentence names it; null: not on the register.
 * @param subtype the register's key, if it has one
 */
export const formInWords = (legal_form: string | null, subtype?: unknown): string =>
  (typeof subtype === 'string' ? KINDS[subtype] : undefined) ??
  (legal_form === null ? undefined : FORMS[legal_form]) ??
  ANY_FORM;
