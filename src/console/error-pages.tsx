/** Makes error pages for operators, shown where a page can't be shown or an act can't be done. */
import type { Child, Markup } from './view/jsx-markup.js';
import { Alert } from './view/parts.js';
import { NotDone, WrongRequest } from '../../packages/platform/src/errors/refusal.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import type { OperatorRole } from '../streams/operators/operator-role.js';

export interface ErrorPage {
  readonly status: number;
  readonly title: string;
  readonly body: Markup;
}

/** @param more the content below the detail */
export const errorPage = (status: number, title: string, detail: string, more: Child = null): ErrorPage => ({
  status,
  title,
  body: (
    <>
      <h1>{title}</h1>
      <Alert>{detail}</Alert>
      {more}
    </>
  ),
});

/** A refusal by the console itself, with a status and a sentence for the user. */
class ConsoleRefusal extends Error {
  override readonly name = 'Refused';
  constructor(
    readonly status: number,
    readonly title: string,
    detail: string,
  ) {
    super(detail);
  }
}

export const pageNotFoundError = (): ConsoleRefusal =>
  new ConsoleRefusal(404, 'Nothing is here', 'There is no such page.');

export const foreignFormError = (): ConsoleRefusal =>
  new ConsoleRefusal(
    403,
    'Not sent from here',
    'Nothing was done. The form did not come from this console, or is older than your sign-in. Open the page again.',
  );

export const notAllowedError = (role: OperatorRole, roles: readonly OperatorRole[]): ConsoleRefusal =>
  new ConsoleRefusal(
    403,
    'Your role may not do this',
    `You are signed in as ${role}; only ${roles.join(' and ')} may do this. Nothing was done.`,
  );

/** Names of temporary errors: the same request may succeed later. */
const TEMPORARY_ERRORS = new Set([
  'StoreUnavailableError',
  'ReadModelNotReadyError',
  'LaneStoppedError',
  'OtherVersionError',
]);

export function describeError(error: unknown) {
  const detail = errorMessage(error);
  if (error instanceof ConsoleRefusal) return { status: error.status, title: error.title, detail };
  if (error instanceof WrongRequest)
    return error.code.startsWith('unknown_')
      ? { status: 404, title: 'Not found', detail }
      : { status: 400, title: 'That can’t be done', detail };
  if (error instanceof NotDone) return { status: 409, title: 'Not done', detail };
  if (error instanceof Error && TEMPORARY_ERRORS.has(error.name))
    return { status: 503, title: 'Not available now', detail };
  const status = statusOf(error);
  if (status !== null) return { status, title: 'Not understood', detail };
  return {
    status: 500,
    title: 'Something went wrong',
    detail: 'The console could not answer. The cause is in the log of the service.',
  };
}

/** Returns the status of the HTTP library's own refusal: a form that is too large, a malformed path. */
function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return null;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : null;
}

export function errorPageOf(error: unknown): ErrorPage {
  const { status, title, detail } = describeError(error);
  const home = (
    <p>
      <a href="/">Back to the start</a>
    </p>
  );
  return errorPage(status, title, detail, home);
}
