/** Signing in through an OpenID Connect issuer: to it, and back from it. */
import { beginAtIssuer, enterFromIssuer } from '../../operator/staff/issuer-sign-in.js';
import { CALLBACK_PATH } from '../../operator/staff/openid-issuer.js';
import { page, type OpenPage, type Request, type Shown } from '../page.js';
import { Door, localPath } from '../view/door.js';

const NOT_SET = 'No issuer is set here: sign in with a name and a password.';

function refused({ issuer, log, address }: Request, why: string, to = '/'): Shown {
  log.info({ by: 'issuer', outcome: 'refused', why, address }, 'sign-in');
  return page('Sign in', <Door to={to} issuer={issuer?.host ?? null} trouble={why} />, { status: 401 });
}

export const issuerPage: OpenPage = {
  method: 'GET',
  path: '/sign-in/issuer',
  roles: 'anybody',
  answer: async (request): Promise<Shown> => {
    const { operator, issuer, query, address, now } = request;
    const to = localPath(query['to']);
    if (issuer === null) return refused(request, NOT_SET, to);
    const begun = await beginAtIssuer(operator, issuer, { to, address, at: now });
    if ('refused' in begun) return refused(request, begun.refused, to);
    return { kind: 'go', to: begun.url, crossing: begun.crossing };
  },
};

/** Shown, not redirected from: a cookie that no other site may send isn't sent on a way that began at the issuer. */
export const callbackPage: OpenPage = {
  method: 'GET',
  path: CALLBACK_PATH,
  roles: 'anybody',
  answer: async (request): Promise<Shown> => {
    const { operator, issuer, query, crossing, address, now } = request;
    if (issuer === null) return refused(request, NOT_SET);
    const answer = new URLSearchParams();
    for (const [name, value = ''] of Object.entries(query)) answer.append(name, value);
    const back = { crossing: crossing ?? '', answer, address, at: now };
    const entered = await enterFromIssuer(operator, issuer, back);
    if ('refused' in entered) return refused(request, entered.refused);
    const { to, session, user } = entered;
    request.log.info({ by: 'issuer', outcome: 'in', name: user.name, address }, 'sign-in');
    const body = (
      <section class="door">
        <h1>You are signed in</h1>
        <p>
          As {user.name}. <a href={to}>Go on</a>
        </p>
      </section>
    );
    return { ...page('You are signed in', body), session: session.id, then: to };
  },
};
