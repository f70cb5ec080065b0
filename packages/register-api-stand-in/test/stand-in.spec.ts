/** What the stand-in answers, asked by a plain client. */
import { RegisterApiProcess } from '../src/index.js';

let register: RegisterApiProcess;
afterEach(() => register.kill());

const authorized = (key: string) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` });
const ask = (path: string, key = RegisterApiProcess.key): Promise<Response> =>
  fetch(`${register.url}${path}`, { headers: authorized(key), redirect: 'manual' });

describe('the stand-in of the register', () => {
  it('answers its samples, 404 for what it does not hold, and 401 without the right key', async () => {
    register = await RegisterApiProcess.start();
    const profile = await ask('/company/00227590');
    expect([profile.status, await profile.json()]).toMatchObject([
      200,
      { company_name: 'FINANCIAL TIMES LIMITED(THE)' },
    ]);
    const none = await ask('/company/00227590/insolvency');
    expect([none.status, await none.json()]).toMatchObject([404, { errors: [{ type: 'ch:service' }] }]);
    expect((await ask('/company/00227590', RegisterApiProcess.streamKey)).status).toBe(401);
    expect((await ask('/charges')).status).toBe(401);
  });

  it('gives a list in pages of at most a hundred items', async () => {
    register = await RegisterApiProcess.start();
    const charges = await ask('/company/07310390/charges?items_per_page=4&start_index=8');
    expect(await charges.json()).toMatchObject({ start_index: 8, total_count: 9, items: [{}] });
  });

  it('counts requests in a window, and says when it ends', async () => {
    register = await RegisterApiProcess.start({ limit: 1, windowSeconds: 100 });
    expect((await ask('/company/00227590')).headers.get('x-ratelimit-remain')).toBe('0');
    const second = await ask('/company/00227590');
    expect([second.status, Number(second.headers.get('retry-after'))]).toEqual([
      429,
      expect.closeTo(100, -1),
    ]);
  });

  it('sends documents from a storage that takes no key', async () => {
    register = await RegisterApiProcess.start();
    const content = await fetch(`${register.url}/document/abc/content`, {
      headers: { ...authorized(RegisterApiProcess.key), accept: 'application/pdf' },
      redirect: 'manual',
    });
    const location = new URL(content.headers.get('location') ?? '', register.url);
    expect((await fetch(location, { headers: authorized(RegisterApiProcess.key) })).status).toBe(400);
    expect(await (await fetch(location)).text()).toBe('%PDF-');
  });

  it('streams from a timepoint on, with heartbeats, and answers 416 for one that is forgotten', async () => {
    register = await RegisterApiProcess.start({ heartbeatMs: 5 });
    const stream = await ask('/charges?timepoint=1660556', RegisterApiProcess.streamKey);
    let text = '';
    for await (const piece of stream.body ?? []) {
      text += Buffer.from(piece as Uint8Array).toString();
      if (/\}\n\n/.test(text)) break;
    }
    expect(JSON.parse(text.trim())).toMatchObject({ resource_kind: 'company-charges' });
    await register.control.forgetBefore('charges', 1_660_557);
    expect((await ask('/charges?timepoint=1660556', RegisterApiProcess.streamKey)).status).toBe(416);
  });
});
