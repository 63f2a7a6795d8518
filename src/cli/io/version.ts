import manifest from '../../../package.json' with { type: 'json' };

export const WFMAP_VERSION = manifest.version;
