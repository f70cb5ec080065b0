import { serve } from '../../../../../../platform/src/threads/serve.js';
import { SOURCES } from '../../../index.js';
import { loaderPartsOf } from '../record-importer.js';
import { recordLoader, type RecordLoaderSettings } from './record-loader.service.js';

serve<RecordLoaderSettings>((settings) => {
  const source = SOURCES.find(({ name }) => name === settings.source);
  return recordLoader(settings, source === undefined ? {} : loaderPartsOf(source.importer));
});
