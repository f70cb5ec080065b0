/** Which key signs, where several machines issue statements on one log. */
import fs, { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { SigningKeySource } from '../../settings/signing-settings.js';
import { serviceStream } from '../../streams/service/service.events.js';
import { newPrivateKey, signingKey } from '../../../packages/statement-check/src/format/signature.js';
import { ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH } from '../../../test/support/logs/row-stories.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { CONTEXT, operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { openOperatorServices, type OperatorServices } from '../operator.js';
import { issueStatement } from './issue-statements.js';
import { listStatementKeys, rotateStatementKey } from './statement-keys.js';

const world = forEachTest(operatorWorld);
const folder = forEachTest(() => new TemporaryFolder());
const keyFile = (name: string): string => {
  writeFileSync(folder.file(name), newPrivateKey());
  return folder.file(name);
};
const idIn = (file: string): string => signingKey(readFileSync(file, 'utf8')).key_id;
/** As with a log on a server. */
const given = (file: string): SigningKeySource => ({ from: 'file', file, createIfMissing: false });

async function on<T>(
  statementKey: SigningKeySource,
  work: (operator: OperatorServices) => Promise<T>,
): Promise<T> {
  const operator = await openOperatorServices({ ...world.settings, statementKey }, CONTEXT);
  try {
    return await work(operator);
  } finally {
    await operator.close();
  }
}
const issueOn = async (key: SigningKeySource, month = '2026-11'): Promise<string> => {
  const wish = { month, now: new Date('2027-01-05T00:00:00.000Z'), onProgress: () => undefined };
  const file = folder.file(`${month}.ndjson`);
  return (await on(key, (operator) => issueStatement(operator, { ...wish, account: ACCOUNT, file }))).key_id;
};
const rotateOn = (key: SigningKeySource) => on(key, (operator) => rotateStatementKey(operator, 'leaked'));
const active = async (): Promise<readonly string[]> =>
  (await listStatementKeys(world.operator))
    .filter((key) => key.retired_at === null)
    .map(({ key_id }) => key_id);

beforeEach(async () => {
  await world.log.openAccount();
  await world.log.run(aSubmission(2, 2, { job_id: 'job_01JDXB8Z5N0000000000000001' as JobId }), () => BOTH);
});
afterEach(() => jest.restoreAllMocks());

describe('machines that share a log', () => {
  it('sign with the key that they were given, in a file or in the environment', async () => {
    const file = keyFile('one');
    expect(await issueOn(given(file))).toBe(idIn(file));
    const pem = readFileSync(file, 'utf8');
    expect(await issueOn({ from: 'environment', pem }, '2026-12')).toBe(idIn(file));
    expect(await active()).toEqual([idIn(file)]);
  });

  it('sign with none that they made themselves', async () => {
    const missing = folder.file('missing.pem');
    await expect(issueOn(given(missing))).rejects.toMatchObject({
      code: 'no_statement_key',
      message: expect.stringContaining(`there is no ${missing}`) as unknown,
    });
    await expect(issueOn({ from: 'nowhere', unusedFile: missing })).rejects.toMatchObject({
      code: 'no_statement_key',
      message: expect.stringContaining('STATEMENT_KEY_FILE') as unknown,
    });
    await expect(issueOn({ from: 'nowhere', unusedFile: keyFile('kept') })).rejects.toThrow(
      `This machine has signed with ${folder.file('kept')}`,
    );
    await expect(rotateOn(given(missing))).rejects.toMatchObject({ code: 'no_statement_key' });
    expect([readdirSync(folder.path), await active()]).toEqual([['kept'], []]);
  });

  it('are told where one of them has another key than the others, which then signs nothing', async () => {
    const [one, other] = [keyFile('one'), keyFile('other')];
    await issueOn(given(one));
    await expect(issueOn(given(other), '2026-12')).rejects.toMatchObject({
      code: 'other_key',
      message: expect.stringMatching(`${idIn(one)}, and this machine has ${idIn(other)}`) as unknown,
    });
    expect(await active()).toEqual([idIn(one)]);
  });
});

describe('a rotation', () => {
  it('retires every key that signed, where machines had keys of their own before', async () => {
    const [one, other] = [keyFile('one'), keyFile('other')];
    for (const { key_id, public_key } of [one, other].map((file) => signingKey(readFileSync(file, 'utf8'))))
      await world.log.append(
        serviceStream(),
        world.log.event({ type: 'StatementKeyIntroduced', data: { key_id, public_key } }),
      );
    const old = [idIn(one), idIn(other)];
    const { key_id, retired } = await rotateOn(given(one));
    expect([retired, await active(), idIn(one)]).toEqual([old, [key_id], key_id]);
    await expect(issueOn(given(other))).rejects.toMatchObject({ code: 'key_retired' });
    expect(await issueOn(given(one))).toBe(key_id);
  });

  const mounted = (): string => folder.file('mounted');
  it.each<[string, () => SigningKeySource, () => string]>([
    [
      'a secret of the environment',
      () => ({ from: 'environment', pem: readFileSync(keyFile('one'), 'utf8') }),
      () => 'STATEMENT_KEY',
    ],
    ['a read-only volume', () => mountedAs('EROFS'), mounted],
    ['a file that is mounted alone', () => mountedAs('EXDEV'), mounted],
    ['a folder of another user', () => mountedAs('EACCES'), mounted],
    ['a folder that forbids it', () => mountedAs('EPERM'), mounted],
  ])('of a key in %s says what to give, and changes nothing', async (_title, keyIn, place) => {
    const key = keyIn();
    const key_id = await issueOn(key);
    const before = readdirSync(folder.path);
    await expect(rotateOn(key)).rejects.toMatchObject({
      code: 'key_mounted',
      message: expect.stringMatching(
        RegExp(`\\(${place()}\\).*openssl genpkey -algorithm ed25519.* run this again`),
      ) as unknown,
    });
    expect([await active(), readdirSync(folder.path)]).toEqual([[key_id], before]);
  });

  it('passes another fault of the disk on', async () => {
    await expect(rotateOn(mountedAs('ENOSPC'))).rejects.toThrow('ENOSPC: link');
    expect(await active()).toEqual([]);
  });

  it('refuses a next key that signed before and was retired', async () => {
    const file = keyFile('one');
    const first = readFileSync(file, 'utf8');
    await issueOn(given(file));
    const { key_id } = await rotateOn(given(file));
    writeFileSync(`${file}.next`, first);
    await expect(rotateOn(given(file))).rejects.toMatchObject({
      ...{ name: 'NotDone', code: 'key_retired' },
      message: expect.stringContaining('ends in .next. Remove that file') as unknown,
    });
    expect([await active(), idIn(file)]).toEqual([[key_id], key_id]);
  });

  it('takes the key that was given in the place of the old one, which signs no more', async () => {
    const [old, next] = [mountedAs('EROFS'), given(keyFile('next'))];
    const retired = await issueOn(old);
    const key_id = idIn(folder.file('next'));
    expect(await rotateOn(next)).toEqual({ outcome: 'rotated', key_id, retired: [retired] });
    expect(await active()).toEqual([key_id]);
    await expect(issueOn(old, '2026-12')).rejects.toMatchObject({ code: 'key_retired' });
    expect(await issueOn(next, '2026-12')).toBe(key_id);
  });

  it('takes the place of a key whose file was lost', async () => {
    const lost = await issueOn(given(keyFile('lost')));
    const own: SigningKeySource = { from: 'file', file: folder.file('own'), createIfMissing: true };
    await expect(issueOn(own, '2026-12')).rejects.toMatchObject({ code: 'other_key' });
    expect(await rotateOn(own)).toMatchObject({ retired: [lost], key_id: idIn(folder.file('own')) });
  });
});

/** No name can be made beside a file that is mounted so. */
function mountedAs(code: string): SigningKeySource {
  const file = keyFile('mounted');
  jest.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error(`${code}: link`), { code });
  });
  return given(file);
}
