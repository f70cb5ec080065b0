/** The console over a data directory of the test, asked without a network: what its specs speak of. */
import type { InjectOptions } from 'fastify';
import { ConsoleServer } from '../../../src/console/server.js';
import { newAccountLink } from '../../../src/operator/own-account/manage-account-link.js';
import { addUser } from '../../../src/operator/staff/users.js';
import { send, OperatorServicesFactory } from '../../../src/operator/operator.js';
import { AdmitOperator, ChoosePassword } from '../../../src/operator/staff/commands.js';
import { OperatorsModule } from '../../../src/operator/staff/operators.module.js';
import { OpenIdIssuer } from '../../../src/operator/staff/openid-issuer.js';
import { hashPassword } from '../../../src/operator/staff/password.js';
import { SignInRecords } from '../../../src/operator/staff/sign-in-records.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { createLogger } from '../../../packages/platform/src/telemetry/logger.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { Stores } from '../../../packages/platform/src/stores/stores.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { OperatorRole } from '../../../src/streams/operators/operator-role.js';
import { operatorWorld, type OperatorWorld } from './operator-world.js';

export const PASSWORD = 'a plain long password';
const CHEAP = { log2N: 4, r: 1, p: 1 };

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly location: string | null;
}

/** Somebody with a browser of their own: it keeps the cookie and finds the token of forms. */
export class Browser {
  cookie = '';
  /** Of a customer who came in by the link of an account. */
  own = '';
  /** On its way to an issuer and back. */
  private crossing = '';

  constructor(
    private readonly server: ConsoleServer,
    readonly name: string,
  ) {}

  async ask(options: InjectOptions): Promise<Answered> {
    const kept = [this.cookie, this.own, this.crossing].filter((each) => each !== '');
    const cookie = kept.length === 0 ? {} : { cookie: kept.join('; ') };
    const { headers, ...rest } = options;
    const answer = await this.server.app.inject({ ...rest, headers: { ...cookie, ...headers } });
    const set = answer.cookies.find(({ name }) => name.endsWith('console_session'));
    if (set !== undefined) this.cookie = set.value === '' ? '' : `${set.name}=${set.value}`;
    const crossing = answer.cookies.find(({ name }) => name.endsWith('console_crossing'));
    if (crossing !== undefined) this.crossing = `${crossing.name}=${crossing.value}`;
    const own = answer.cookies.find(({ name }) => name.endsWith('console_own'));
    if (own !== undefined) this.own = own.value === '' ? '' : `${own.name}=${own.value}`;
    const { location } = answer.headers;
    return {
      status: answer.statusCode,
      text: answer.body,
      headers: answer.headers,
      location: location ?? null,
    };
  }

  open(url: string): Promise<Answered> {
    return this.ask({ method: 'GET', url });
  }

  /** Sends a form as a page of the console does. */
  async send(url: string, form: Readonly<Record<string, string>> = {}, csrf?: string): Promise<Answered> {
    const token = csrf ?? (await this.csrf());
    return this.post(url, { csrf: token, ...form });
  }

  /** Fills a form in, and confirms its preview as somebody does who has read it. */
  async act(url: string, form: Readonly<Record<string, string>>): Promise<Answered> {
    return this.send(url, { ...form, ...(await this.seen(url, form)), confirmed: 'yes' });
  }

  /** The field of a preview that says what was seen. */
  async seen(url: string, form: Readonly<Record<string, string>>): Promise<{ readonly seen: string }> {
    const { text } = await this.send(`${url}/preview`, form);
    return { seen: /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? '' };
  }

  post(url: string, form: Readonly<Record<string, string>>, headers = {}): Promise<Answered> {
    return this.ask({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(form).toString(),
    });
  }

  /** Opens the own link of an account, and presses the button of its page if there is one. */
  async enter(link: string): Promise<Answered> {
    const page = await this.open(link);
    const secret = /name="link" value="([^"]+)"/.exec(page.text)?.[1];
    return secret === undefined ? page : this.post('/own/open', { link: secret });
  }

  async csrf(): Promise<string> {
    return /name="csrf" value="([^"]+)"/.exec((await this.open('/')).text)?.[1] ?? '';
  }
}

export class ConsoleWorld {
  /** What the console takes the time to be; null: the system's. */
  now: Date | null = null;

  private constructor(
    readonly world: OperatorWorld,
    readonly server: ConsoleServer,
    private readonly operators: OperatorServicesFactory,
  ) {}

  /** @param variables settings beside the defaults. @param log where the console writes; silent when left out */
  static async open(
    variables: Readonly<Record<string, string>> = {},
    log = createLogger({ logLevel: 'silent' }),
  ): Promise<ConsoleWorld> {
    const world = await operatorWorld(variables);
    const operators = await OperatorServicesFactory.open(world.settings, world.operator.stores);
    const { openId } = world.settings;
    const issuer = openId === null ? null : new OpenIdIssuer(openId, log);
    const { settings } = world;
    const clock = { now: () => own.now ?? systemClock.now() };
    const parts = {
      settings,
      servicesFactory: operators,
      logger: log,
      clock,
      entropy: systemEntropy(),
      issuer,
    };
    const own = new ConsoleWorld(world, new ConsoleServer(parts), operators);
    await own.server.app.ready();
    return own;
  }

  /** Another process of the console, over these stores; it has the sessions of this one. */
  async beside(stores: Stores): Promise<{
    readonly browser: (like: Browser) => Browser;
    readonly close: () => Promise<void>;
  }> {
    const operators = await OperatorServicesFactory.open(this.world.settings, stores);
    const { settings } = this.world;
    const [logger, clock] = [createLogger({ logLevel: 'silent' }), systemClock];
    const parts = {
      settings,
      servicesFactory: operators,
      logger,
      clock,
      entropy: systemEntropy(),
      issuer: null,
    };
    const server = new ConsoleServer(parts);
    await server.app.ready();
    const browser = ({ name, cookie }: Browser): Browser => {
      const same = new Browser(server, name);
      same.cookie = cookie;
      return same;
    };
    const close = async (): Promise<void> => {
      await server.app.close();
      await operators.close();
    };
    return { browser, close };
  }

  /** Also over HTTP. @returns where, without a closing slash */
  listen(): Promise<string> {
    return this.server.app.listen({ port: 0, host: '127.0.0.1' });
  }

  browser(name = 'nobody'): Browser {
    return new Browser(this.server, name);
  }

  /** Admitted, with a password that is kept at the least cost, and signed in. */
  async signedIn(name: string, role: OperatorRole): Promise<Browser> {
    const { operator } = this.world;
    const { context } = operator;
    const { state } = await send(operator, OperatorsModule, new AdmitOperator(context, { name, role }));
    const admission = state.admissions.get(name) ?? 0;
    const records = new SignInRecords(operator.stores.coordination);
    await records.keepPassword(name, { admission, hash: await hashPassword(PASSWORD, CHEAP) });
    await send(operator, OperatorsModule, new ChoosePassword(context, { name, admission }));
    const browser = this.browser(name);
    const prefix = this.world.settings.consoleUrl?.startsWith('https:') === true ? '__Host-' : '';
    browser.cookie = `${prefix}console_session=${(await records.beginSession({ name, admission })).id}`;
    return browser;
  }

  /** The path and query of the own link of an account, which is issued now. */
  async ownLink(account: AccountId, days = 30): Promise<string> {
    const { pathname, search } = new URL((await newAccountLink(this.world.operator, account, days)).link);
    return `${pathname}${search}`;
  }

  /** Somebody who opened the link of the account. */
  async customerOf(account: AccountId): Promise<Browser> {
    const browser = this.browser(`of ${account}`);
    await browser.enter(await this.ownLink(account));
    return browser;
  }

  async linkFor(name: string, role: OperatorRole): Promise<string> {
    const { link } = await addUser(this.world.operator, name, role);
    return new URL(link).searchParams.get('link') ?? '';
  }

  async close(): Promise<void> {
    await this.server.app.close();
    await this.operators.close();
    await this.world.close();
  }
}
