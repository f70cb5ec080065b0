/** The pages that sign in through an OpenID Connect issuer: one leads there, the other takes the answer. */
import { beginAtIssuer, completeIssuerSignIn } from '../../operator/staff/issuer-sign-in.js';
import { CALLBACK_PATH } from '../../operator/staff/openid-issuer.js';
import { publicPage, page, type ConsoleRequest, type PageAnswer } from '../console-page.js';
import { SignInForm, localPath } from '../view/sign-in-form.js';

const NOT_SET = 'No issuer is set here: sign in with a name and a password.';

function refusalPage({ issuer, log, address }: ConsoleRequest, reason: string, to = '/'): PageAnswer {
  log.info({ by: 'issuer', outcome: 'refused', why: reason, address }, 'sign-in');
  return page('Sign in', <SignInForm returnPath={to} issuer={issuer?.host ?? null} error={reason} />, {
    status: 401,
  });
}

export const issuerPage = publicPage('GET', '/sign-in/issuer', async (request) => {
  const { operator, issuer, query, address, now } = request;
  const returnPath = localPath(query['to']);
  if (issuer === null) return refusalPage(request, NOT_SET, returnPath);
  const start = await beginAtIssuer(operator, issuer, { to: returnPath, address, at: now });
  if ('refusal' in start) return refusalPage(request, start.refusal, returnPath);
  return { kind: 'redirect', to: start.url, issuerCookie: start.token };
});

/** Answers with a page: after a redirect from the issuer, browsers don't send the strict session cookie. */
export const callbackPage = publicPage('GET', CALLBACK_PATH, async (request) => {
  const { operator, issuer, query, issuerCookie, address, now } = request;
  if (issuer === null) return refusalPage(request, NOT_SET);
  const issuerParameters = new URLSearchParams();
  for (const [name, value = ''] of Object.entries(query)) issuerParameters.append(name, value);
  const issuerReturn = { token: issuerCookie ?? '', issuerParameters, address, at: now };
  const entry = await completeIssuerSignIn(operator, issuer, issuerReturn);
  if ('refusal' in entry) return refusalPage(request, entry.refusal);
  const { to, session, user } = entry;
  request.log.info({ by: 'issuer', outcome: 'in', name: user.name, address }, 'sign-in');
  const body = (
    <section class="door">
      <h1>You are signed in</h1>
      <p>
        You are signed in as {user.name}. <a href={to}>Continue</a>
      </p>
    </section>
  );
  return { ...page('You are signed in', body), session: session.id, nextPath: to };
});
