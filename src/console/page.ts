/** What a page of the console is: who may open it, and what it answers. Each page is a file; `pages/index.ts` lists them. */
import type { Readable } from 'node:stream';
import type { Markup } from './view/markup.js';
import type { SharedGlance } from '../operator/glance/glance.js';
import type { Operator } from '../operator/operator.js';
import type { OpenIdIssuer } from '../operator/staff/openid-issuer.js';
import type { Logger } from '../platform/telemetry/logger.js';
import type { Session } from '../operator/staff/sign-in-records.js';
import type { OperatorRole } from '../shared/operator-role.js';
import type { AdmittedOperator } from '../streams/operators/operators.decider.js';
import type { Tasks } from './tasks.js';

/** A request as a page sees it, whoever sent it. */
export interface Request {
  /** Who acts is whoever is signed in; nobody's acts are the console's own. */
  readonly operator: Operator;
  /** Of the path. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Fields of the form that was sent; none of a GET. */
  readonly form: Readonly<Record<string, string | undefined>>;
  /** Where it comes from. */
  readonly address: string;
  /** Null: no issuer is set. */
  readonly issuer: OpenIdIssuer | null;
  /** What the browser holds on its way to the issuer and back. */
  readonly crossing: string | null;
  /** What says that somebody came in from this browser before; null: nothing. */
  readonly browser: string | null;
  readonly now: Date;
  readonly log: Pick<Logger, 'info'>;
}

/** A request of somebody who is signed in and may open the page. */
export interface Visit extends Request {
  readonly user: AdmittedOperator;
  readonly session: Session;
  /** Why the operator looks: goes into every look that is recorded. */
  readonly reason: string | null;
  /** What goes on behind the pages. */
  readonly tasks: Tasks;
  readonly glance: SharedGlance;
}

export interface ShownPage {
  readonly kind: 'page';
  readonly title: string;
  readonly body: Markup;
  /** Default 200. */
  readonly status?: number;
  /** Files of `assets` that the page runs; it can be read without. */
  readonly scripts?: readonly string[];
  /** Begins with it. */
  readonly session?: string;
  /** Where in the console the browser goes from it at once, by itself. */
  readonly then?: string;
}

export type Shown =
  | ShownPage
  /** A part of a page, fetched by htmx. */
  | {
      readonly kind: 'part';
      readonly body: Markup;
      /** The page around it is opened again. */ readonly refresh?: boolean;
    }
  /**
   * After an act, or to where a thing is. `session`: begins (an id) or ends (null) with it. `crossing`: what the browser
   * holds on its way to the issuer. `browser`: by what it is known from now on.
   */
  | {
      readonly kind: 'go';
      readonly to: string;
      readonly session?: string | null;
      readonly crossing?: string;
      readonly browser?: string;
    }
  | { readonly kind: 'file'; readonly name: string; readonly type: string; readonly body: Readable };

interface Route {
  readonly method: 'GET' | 'POST';
  /** As Fastify writes it. */
  readonly path: string;
}

/** Anybody may open it. */
export interface OpenPage extends Route {
  readonly roles: 'anybody';
  answer(request: Request): Promise<Shown>;
}

export interface Page extends Route {
  readonly roles: readonly OperatorRole[];
  /** Its form does the same again when it is sent again: what it answers can't be led to. Default false. */
  readonly repeats?: boolean;
  /** An open page fetches it again and again: it is no line of the log. Default false. */
  readonly polled?: boolean;
  /** Also opens for a session that still owes this of its passkeys. Default none. */
  readonly owing?: readonly ('show' | 'add')[];
  answer(visit: Visit): Promise<Shown>;
}

export const EVERYBODY: readonly OperatorRole[] = ['support', 'billing', 'admin'];
/** Who may change what a customer owes. */
export const BILLING: readonly OperatorRole[] = ['billing', 'admin'];
/** Who may start what works on the whole log. */
export const ADMIN: readonly OperatorRole[] = ['admin'];

const pageBy =
  (method: Page['method']) =>
  (
    path: string,
    roles: Page['roles'],
    answer: Page['answer'],
    more: Pick<Page, 'repeats' | 'polled' | 'owing'> = {},
  ): Page => ({ method, path, roles, answer, ...more });
/** A page that is looked at. */
export const get = pageBy('GET');
/** What the form of a page does. */
export const post = pageBy('POST');

export const page = (
  title: string,
  body: Markup,
  more: { status?: number; scripts?: string[] } = {},
): ShownPage => ({
  kind: 'page',
  title,
  body,
  ...more,
});
export const go = (to: string): Shown => ({ kind: 'go', to });
