/** What the register is asked and how its answers are taken, over HTTP. */
import { forAllTests } from '../../../support/worlds/for-each-test.js';
import { RegisterApiProcess } from '../../../../packages/register-api-stand-in/src/index.js';
import { RegisterUnavailable } from '../../../../packages/enrichment/src/live/register/register-api.js';
import { askedRegister, terms, type AskedOptions, type AskedRegister } from './asked-register.js';

const register = forAllTests(() => RegisterApiProcess.start());
const opened: AskedRegister[] = [];
afterEach(async () => {
  for (const { api } of opened.splice(0)) await api.close();
  await register.control.behave();
});

function asked(options: AskedOptions = {}): AskedRegister {
  const open = askedRegister(register, options);
  opened.push(open);
  return open;
}

const refusal = async (asking: Promise<unknown>): Promise<RegisterUnavailable> => {
  const error: unknown = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof RegisterUnavailable) return error;
  throw new Error(`answered, or failed otherwise: ${String(error)}`);
};

describe('the register, asked', () => {
  it('gives one document of a company', async () => {
    const answers = await asked().api.answers('00227590', 'company-profile', terms());
    expect(answers).toMatchObject({
      status: 'answered',
      answers: [{ company_name: 'FINANCIAL TIMES LIMITED(THE)' }],
    });
  });

  it('gives all pages of a list, in order', async () => {
    const items = Array.from({ length: 230 }, (_, index) => ({ charge_number: index }));
    await register.control.answerWith('00000001', 'charges', { total_count: 230, items });
    const answers = await asked().api.answers('00000001', 'charges', terms());
    const pages = answers.status === 'answered' ? (answers.answers as { items: unknown[] }[]) : [];
    expect(pages.map((page) => page.items.length)).toEqual([100, 100, 30]);
    expect(pages.flatMap((page) => page.items)).toEqual(items);
  });

  it.each(['insolvency', 'charges', 'exemptions'] as const)(
    'takes its 404 of %s for "none"',
    async (resource) => {
      const answers = await asked().api.answers('08957400', resource, terms());
      expect(answers).toMatchObject({ status: 'answered', answers: [] });
    },
  );

  it('tries again what fails, ever later, and then has the answer', async () => {
    await register.control.nextRequests('server-error', 1);
    await register.control.nextRequests('cut', 1);
    await register.control.nextRequests('dropped', 1);
    const { api, pauses } = asked();
    expect(await api.answers('00227590', 'company-profile', terms())).toMatchObject({ status: 'answered' });
    expect(pauses).toEqual([500, 1_000, 2_000]);
  });

  it('is unavailable where it fails four times', async () => {
    await register.control.nextRequests('server-error', 4);
    const { message, lasting } = await refusal(asked().api.answers('00227590', 'officers', terms()));
    expect([message, lasting]).toEqual(['the register answered 502', false]);
  });

  it('is unavailable, for long, where it refuses the key, which no message shows', async () => {
    const { message, lasting } = await refusal(
      asked({ key: 'wrong-key' }).api.answers('00227590', 'officers', terms()),
    );
    expect([message, lasting]).toEqual(['the register refused the key with 401', true]);
  });

  it('is unavailable where nothing listens', async () => {
    const { message } = await refusal(
      asked({ url: 'http://127.0.0.1:9' }).api.answers('00227590', 'officers', terms()),
    );
    expect(message).toMatch(/^127\.0\.0\.1:9 can't be reached/);
  });

  it('is not waited for beyond the time that its asker has', async () => {
    await register.control.nextRequests('silence', 1);
    const { message } = await refusal(asked().api.answers('00227590', 'officers', terms('resolve', 50)));
    expect(message).toMatch(/did not answer in time$/);
  });

  it('is busy for everybody after a 429, for as long as it says', async () => {
    await register.control.nextRequests('too-many-requests', 1);
    const { api } = asked();
    const busy = { status: 'busy', retry_after_s: 1 };
    expect(await api.answers('00227590', 'officers', terms())).toEqual(busy);
    expect(await api.answers('00227590', 'company-profile', terms())).toEqual(busy);
  });

  it('is busy once the allowance is spent, and asked no more', async () => {
    const { api } = asked({ limit: 2 });
    const before = (await register.control.requests()).length;
    const profile = () => api.answers('00227590', 'company-profile', terms());
    expect([await profile(), await profile(), await profile()]).toMatchObject([
      { status: 'answered' },
      { status: 'answered' },
      { status: 'busy' },
    ]);
    expect((await register.control.requests()).length - before).toBe(2);
  });

  it('is waited for by whoever has the patience', async () => {
    const waits: number[] = [];
    const { api, pauses } = asked({ limit: 1, onWait: (milliseconds) => waits.push(milliseconds) });
    for (let round = 0; round < 2; round++)
      expect(await api.answers('00227590', 'company-profile', terms('bulk'))).toMatchObject({
        status: 'answered',
      });
    expect([pauses.length, waits]).toEqual([1, pauses]);
  });
});

describe('documents', () => {
  it('come from elsewhere, without our key', async () => {
    const { api } = asked();
    const metadata = await api.get('https://frontend-doc-api.example.gov.uk/document/abc', terms());
    expect(JSON.stringify(metadata)).toContain('/document/abc/content');
    const document = await api.document(
      'https://document-api.example.gov.uk/document/abc/content',
      'application/xhtml+xml',
      terms(),
    );
    expect(document).toMatchObject({ status: 'answered', media_type: 'application/xhtml+xml' });
  });

  it('may be missing', async () => {
    expect(await asked().api.document('missing', 'application/pdf', terms())).toEqual({
      status: 'not_found',
    });
  });

  it('alone may lie elsewhere', async () => {
    await register.control.nextRequests('redirect', 1);
    const { message } = await refusal(asked().api.get('/company/00227590', terms()));
    expect(message).toBe('the register sent us elsewhere');
  });
});

describe('an answer is refused in one line, and nothing is filled with it, that', () => {
  it.each([
    ['deep', 'the register answered 200 with JSON that is nested too deep'],
    ['not-json', 'the register answered 200 with what is not JSON'],
    ['list', 'the register answered 200 with no object'],
    ['wrong-types', 'the register answered 200 with a list that is none'],
    ['foreign-404', 'the register answered 404 with what is not JSON'],
  ] as const)('is %s', async (fault, expected) => {
    await register.control.nextRequests(fault, 1);
    const { message } = await refusal(asked().api.answers('00227590', 'charges', terms()));
    expect(message).toBe(expected);
  });

  it.each(['endless', 'gzip-bomb'] as const)('is %s', async (fault) => {
    await register.control.nextRequests(fault, 1);
    const { message } = await refusal(asked().api.answers('00227590', 'charges', terms()));
    expect(message).toBe('the register answered with more than 16777216 bytes');
  });
});
