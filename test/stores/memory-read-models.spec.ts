/** The fake that other tests stand on keeps the same contract. */
import { MemoryReadModels } from '../support/stores/memory-read-models.js';
import { readModelsContract } from './read-models.contract.js';

readModelsContract('memory', async () => {
  const models = new MemoryReadModels();
  return { open: async () => models, dispose: async () => undefined };
});
