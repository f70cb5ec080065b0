/**
 * A projector that is killed in the midst of its commits leaves their transactions open on the server, here for longer than the
 * test waits: the one that starts in its place is ready all the same.
 */
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { ProcessWorld } from '../../support/worlds/process-world.js';
import { patiently } from '../patiently.js';
import { ServerPair } from './server-pair.js';

jest.setTimeout(300_000);

const plans = { killed: { roles: ['projector'] }, next: { roles: ['projector'] } } as const;
const servers = forAllTests(() => ServerPair.start());
const world = forAllTests(() => ProcessWorld.create({ plans, settings: servers.settings }));

const isReady = async (): Promise<boolean> =>
  (await fetch(`${world.fleet.get('next').metricsUrl}/readyz`)).status === 200;

it('the projector that starts in the place of one that was killed in its commits is ready', async () => {
  const { documentsControl: control } = servers;
  await world.fleet.start('next');
  await patiently('lanes that have begun', isReady);
  await world.fleet.stop('next');
  await world.account('Killed');
  await control.setTransactionLifetime(3_600);
  await control.fail({ commands: ['update'], inTransaction: true, times: 3, isDone: true, isStalled: true });
  await world.fleet.start('killed');
  await patiently('three lanes are in their transactions', () => control.isWellBehaved());
  await world.fleet.kill('killed');
  await control.behave();
  await world.fleet.start('next');
  await patiently('readiness', isReady);
});
