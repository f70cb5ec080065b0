/** A loader that also reads lines of one source. */
import { serve } from '../../../../platform/threads/serve.js';
import { SOURCES } from '../../../index.js';
import { formsOf } from '../record-importer.js';
import { recordLoader, type RecordLoaderSettings } from './record-loader.service.js';

serve<RecordLoaderSettings & { readonly source: string }>(({ source, ...settings }) => {
  const forms = SOURCES.filter(({ name }) => name === source).flatMap(({ importer }) => formsOf(importer));
  return recordLoader(settings, { forms });
});
