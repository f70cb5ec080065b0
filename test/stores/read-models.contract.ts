/** The contract of the ReadModels port. Every adapter passes all of it. */
import type { ReadModels } from '../../packages/platform/src/read-models/read-models.js';
import { checkpointsContract } from './read-models/checkpoints.js';
import { documentsContract } from './read-models/documents.js';
import { rangesContract } from './read-models/ranges.js';
import { selectionsContract } from './read-models/selections.js';
import type {
  ReadModelsFactory,
  ReadModelsUnderTest,
  TwoReadModels,
} from './read-models/read-models-under-test.js';
import { testPatienceMs } from './patience.js';

jest.setTimeout(testPatienceMs);

export function readModelsContract(adapter: string, create: ReadModelsFactory): void {
  describe(`the read models (${adapter})`, () => {
    let underTest: ReadModelsUnderTest;
    let two: TwoReadModels;
    const opened: ReadModels[] = [];

    beforeAll(async () => {
      underTest = await create();
      opened.push(await underTest.open(), await underTest.open());
      const [models, other] = opened;
      if (models === undefined || other === undefined) throw new Error('two adapters were opened');
      two = { models, other };
    });
    afterAll(async () => {
      await Promise.all(opened.map((models) => models.close()));
      await underTest.dispose();
    });

    const stores = (): TwoReadModels => two;
    describe('documents', () => documentsContract(stores));
    describe('ranges', () => rangesContract(stores));
    describe('selections', () => selectionsContract(stores));
    describe('checkpoints', () => checkpointsContract(stores));
  });
}
