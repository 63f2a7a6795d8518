import { readConfig } from '../project/config.ts';
import { DEFAULT_CONCURRENCY } from '../run/open-slip.ts';
import { concurrencyOf } from './concurrency.ts';

/** A setting as a run would find it. Shape: `from` is a variable, a file, or `default`. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly from: string;
}

/** What holds where no flag says otherwise, and who says so. Errors: throws UsageError and ProjectError. */
export function settingsOf(workFolder: string): readonly Setting[] {
  const config = readConfig(workFolder);
  const file = config.file ?? 'default';
  const from = (isSet: boolean): string => (isSet ? file : 'default');
  const { WFMAP_CONCURRENCY: variable = '' } = process.env;
  const { concurrency = DEFAULT_CONCURRENCY } = concurrencyOf(undefined, workFolder);
  return [
    { name: 'stories', value: config.stories.join(', '), from: file },
    { name: 'secrets', value: config.secrets.join(', ') || 'none', from: from(config.secrets.length > 0) },
    { name: 'notify', value: config.notify ?? 'none', from: from(config.notify !== undefined) },
    { name: 'dirty', value: config.dirty ?? 'allow', from: from(config.dirty !== undefined) },
    {
      name: 'concurrency',
      value: String(concurrency),
      from: variable.trim() === '' ? from(config.concurrency !== undefined) : 'WFMAP_CONCURRENCY',
    },
  ];
}
