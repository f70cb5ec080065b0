/** What `whoami` takes of a service whose console nobody uses, and of one whose console two people use without a pause. */
import autocannon from 'autocannon';
import { ms, table } from './figures.js';
import { cliJson, drainBenchService, freePort, serveOver } from './service-process.js';

const WHOAMIS_A_SECOND = 100;
const VISITORS = 2;
const PASSWORD = 'a password of the bench';

/** A visitor of the console: the cookie of the session. */
async function signIn(dataDir: string, url: string, name: string): Promise<string> {
  const command = ['console', 'users', 'add', name, '--role', 'support'];
  const { link } = cliJson<{ link: string }>(dataDir, ...command);
  const form = { link: new URL(link).searchParams.get('link') ?? '', password: PASSWORD, again: PASSWORD };
  const answer = await fetch(`${url}/welcome`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

interface Visit {
  pages: number;
  over: boolean;
}

/** Opens page after page until it is told to stop. */
async function visits(url: string, cookie: string, paths: readonly string[], visit: Visit): Promise<void> {
  for (let at = 0; !visit.over; at++) {
    const { status } = await fetch(`${url}${paths[at % paths.length] ?? '/'}`, {
      headers: { cookie },
      redirect: 'manual',
    });
    if (status !== 200 && status !== 404) throw new Error(`the console answered ${status}`);
    visit.pages += 1;
  }
}

/** As a table. @param seconds of each of the four runs, which take turns */
export async function whoamiBeside(
  dataDir: string,
  paths: readonly string[],
  seconds: number,
): Promise<string> {
  const consolePort = await freePort();
  const service = await serveOver(dataDir, { env: { CONSOLE_PORT: String(consolePort) } });
  const url = `http://127.0.0.1:${consolePort}`;
  const headers = { authorization: `Bearer ${service.key}` };
  const asked = async (duration: number) =>
    (
      await autocannon({
        url: `${service.url}/v1/whoami`,
        ...{ headers, duration, connections: 10, overallRate: WHOAMIS_A_SECOND },
      })
    ).latency;
  const lines: string[][] = [];
  try {
    const names = Array.from({ length: VISITORS }, (_, at) => `visitor-${at}`);
    const cookies: string[] = [];
    for (const name of names) cookies.push(await signIn(dataDir, url, name));
    await asked(3);
    for (let turn = 0; turn < 2; turn++) {
      const alone = await asked(seconds);
      lines.push(['nobody at the console', ms(alone.p50), ms(alone.p99), '']);
      const visit = { pages: 0, over: false };
      const visiting = cookies.map((cookie) => visits(url, cookie, paths, visit));
      const beside = await asked(seconds);
      visit.over = true;
      await Promise.all(visiting);
      const rate = (visit.pages / seconds).toFixed(1);
      lines.push([`${VISITORS} who open page after page`, ms(beside.p50), ms(beside.p99), rate]);
    }
  } finally {
    await drainBenchService(service);
  }
  return table(['whoami, 100 a second', 'p50', 'p99', 'pages a second'], lines);
}
