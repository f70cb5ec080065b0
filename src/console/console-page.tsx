/** Defines a page of the console: who may open it and what it answers. `pages/index.ts` lists all pages. */
import { Readable } from 'node:stream';
import type { Markup } from './view/jsx-markup.js';
import type { SharedServiceOverview } from '../operator/overview/service-overview.js';
import type { OperatorServices } from '../operator/operator.js';
import type { OpenIdIssuer } from '../operator/staff/openid-issuer.js';
import type { Logger } from '../../packages/platform/src/telemetry/logger.js';
import type { Session } from '../operator/staff/sign-in-records.js';
import type { OperatorRole } from '../streams/operators/operator-role.js';
import type { AdmittedOperator } from '../streams/operators/operators.decider.js';
import { csvLines, type CsvColumns } from '../../packages/words/src/text/csv-cell.js';
import type { FieldTexts } from './form-values.js';
import type { Tasks } from './tasks.js';

/** A request as a page receives it, with or without a signed-in user. */
export interface ConsoleRequest {
  /** The services for this request. Their actor is the signed-in user, or the console if there is none. */
  readonly operator: OperatorServices;
  /** Parameters of the path. */
  readonly params: FieldTexts;
  readonly query: FieldTexts;
  /** Fields of the submitted form; empty for a GET. */
  readonly form: FieldTexts;
  /** The client's IP address. */
  readonly address: string;
  /** The OpenID Connect issuer; null where none is set. */
  readonly issuer: OpenIdIssuer | null;
  /** The cookie that the browser holds on its way to the issuer and back. */
  readonly issuerCookie: string | null;
  /** The cookie of a browser from which somebody has signed in before; null where there is none. */
  readonly browserCookie: string | null;
  readonly now: Date;
  readonly log: Pick<Logger, 'info'>;
}

/** A request of a signed-in user who may open the page. */
export interface Visit extends ConsoleRequest {
  readonly user: AdmittedOperator;
  readonly session: Session;
  /** The operator's reason for looking. Every audit record has it. */
  readonly reason: string | null;
  /** Tasks that run in the background. */
  readonly tasks: Tasks;
  readonly overview: SharedServiceOverview;
}

interface FullPage {
  readonly kind: 'page';
  readonly title: string;
  readonly body: Markup;
  /** Default 200. */
  readonly status?: number;
  /** Scripts of `assets` that the page runs. The page can be read without them. */
  readonly scripts?: readonly string[];
  /** The id of the session that begins with this page. */
  readonly session?: string;
  /** The path of the console that the browser opens next, without a click. */
  readonly nextPath?: string;
}

export type PageAnswer =
  | FullPage
  /** A part of a page, fetched by htmx. */
  | {
      readonly kind: 'part';
      readonly body: Markup;
      /** Makes the browser reload the page around the part. */
      readonly refresh?: boolean;
    }
  /**
   * Redirects after an act or a search. `session`: the id of a session that begins, or null where the session
   * ends. `issuerCookie`: the cookie for the way to the issuer. `browserCookie`: the cookie by which the
   * browser is recognised later.
   */
  | {
      readonly kind: 'redirect';
      readonly to: string;
      readonly session?: string | null;
      readonly issuerCookie?: string;
      readonly browserCookie?: string;
    }
  | { readonly kind: 'file'; readonly name: string; readonly type: string; readonly body: Readable };

interface Route {
  readonly method: 'GET' | 'POST';
  /** The path in Fastify's notation. */
  readonly path: string;
}

/** A page that anybody may open, signed in or not. */
export interface PublicPage extends Route {
  answer(request: ConsoleRequest): Promise<PageAnswer>;
}

export interface ConsolePage extends Route {
  readonly roles: readonly OperatorRole[];
  /** Runs a repeated form again, because its answer has no address to redirect to. Default false. */
  readonly isRepeatable?: boolean;
  /** The page that a repeated form opens, if its act can't be repeated. */
  readonly repeatTarget?: (params: ConsoleRequest['params']) => string;
  /** Keeps requests for this page out of the log, because an open page sends many. Default false. */
  readonly isPolled?: boolean;
  /** The passkey steps of an unfinished sign-in during which the page opens. Default none. */
  readonly duringPasskeyStep?: readonly ('show' | 'add')[];
  answer(visit: Visit): Promise<PageAnswer>;
}

export const ALL_ROLES: readonly OperatorRole[] = ['support', 'billing', 'admin'];
/** Roles that may change what a customer owes. */
export const BILLING_ROLES: readonly OperatorRole[] = ['billing', 'admin'];
/** Roles that may change accounts and keys, and start work on the whole log. */
export const ADMIN_ROLES: readonly OperatorRole[] = ['admin'];

/** Makes a page that anybody may open. */
export const publicPage = (
  method: Route['method'],
  path: string,
  answer: PublicPage['answer'],
): PublicPage => ({ method, path, answer });

const pageWithMethod =
  (method: ConsolePage['method']) =>
  (path: string, roles: ConsolePage['roles'], answer: ConsolePage['answer']): ConsolePage => ({
    method,
    path,
    roles,
    answer,
  });
/** Makes a page that is opened with GET. */
export const get = pageWithMethod('GET');
/** Makes the POST handler that a form submits to. */
export const post = pageWithMethod('POST');

type PageOptions = Pick<FullPage, 'status' | 'scripts'>;

export const page = (title: string, body: Markup, options: PageOptions = {}): FullPage => ({
  kind: 'page',
  title,
  body,
  ...options,
});
/** Makes a page whose title is also its heading. */
export const headedPage = (title: string, body: Markup, options: PageOptions = {}): FullPage => {
  const headedBody = (
    <>
      <h1>{title}</h1>
      {body}
    </>
  );
  return page(title, headedBody, options);
};
export const part = (body: Markup): PageAnswer => ({ kind: 'part', body });
export const redirect = (to: string): PageAnswer => ({ kind: 'redirect', to });
/** Answers with a list as a CSV file. It is streamed, so that a long list is never held in memory. */
export const csvFile = <Item,>(
  name: string,
  items: AsyncIterable<Item>,
  columns: CsvColumns<Item>,
): PageAnswer => ({
  kind: 'file',
  name,
  type: 'text/csv; charset=utf-8',
  body: Readable.from(csvLines(items, columns)),
});
