/** What the page shows. Shape: `options` are the rest of the address, by name. */
export interface Route {
  readonly screen: 'runs' | 'run';
  readonly run: string;
  readonly options: URLSearchParams;
}

/** Reads an address: `#/runs`, `#/run/efficient/slip-003?q=12`. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const options = new URLSearchParams(query);
  if (!path.startsWith('run/')) return { screen: 'runs', run: '', options };
  return { screen: 'run', run: decode(path.slice('run/'.length)), options };
}

export function runAddress(run: string, options: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(options).toString();
  return `#/run/${run.split('/').map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
