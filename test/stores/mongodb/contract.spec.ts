/** The MongoDB adapters under their ports' contracts: on a stand-in, or on the server that MONGODB_URL names. */
import { openMongoDb } from '../../../packages/platform/src/mongodb/open-mongodb.js';
import { coordinationContract } from '../coordination.contract.js';
import { readingStoreContract } from '../reading-store.contract.js';
import { readModelsContract } from '../read-models.contract.js';
import { mongoUnderTest } from './mongo-under-test.js';

const { title, start } = mongoUnderTest();

readModelsContract(title, async () => {
  const { url, stop } = await start();
  return {
    open: async () => {
      const { readModels, coordination, readings } = await openMongoDb({ url });
      await Promise.all([coordination.close(), readings.close()]);
      return readModels;
    },
    dispose: stop,
  };
});

coordinationContract(title, async () => {
  const { url, stop } = await start();
  return {
    open: async () => {
      const { readModels, coordination, readings } = await openMongoDb({ url });
      await Promise.all([readModels.close(), readings.close()]);
      return coordination;
    },
    dispose: stop,
  };
});

readingStoreContract(title, async () => {
  const { url, stop } = await start();
  return {
    open: async () => {
      const { readModels, coordination, readings } = await openMongoDb({ url });
      await Promise.all([readModels.close(), coordination.close()]);
      return readings;
    },
    dispose: stop,
  };
});
