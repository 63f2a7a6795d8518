/** What the page shows. Shape: `name` is the run or the map that is looked at; `options` are the rest of the address, by name. */
export interface Route {
  readonly screen: Screen;
  readonly name: string;
  readonly options: URLSearchParams;
}

type Screen = 'runs' | 'run' | 'compare' | 'maps' | 'map';

/** The screens of one thing, by how their addresses begin. */
const NAMED = { run: 'run/', compare: 'compare/', map: 'map/' } as const;

/** Reads an address: `#/runs`, `#/run/efficient/slip-003?q=12`, `#/maps`, `#/map/efficient`. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const options = new URLSearchParams(query);
  for (const screen of ['run', 'compare', 'map'] as const) {
    const start = NAMED[screen];
    if (path.startsWith(start)) return { screen, name: decode(path.slice(start.length)), options };
  }
  return { screen: path === 'maps' ? 'maps' : 'runs', name: '', options };
}

type Options = Readonly<Record<string, string>>;

export function runAddress(run: string, options: Options = {}): string {
  return addressOf('run', run, options);
}

/** The address of what a screen shows of one thing. */
export function addressOf(screen: keyof typeof NAMED, name: string, options: Options = {}): string {
  const query = new URLSearchParams(options).toString();
  const path = name.split('/').map(encodeURIComponent).join('/');
  return `#/${NAMED[screen]}${path}${query === '' ? '' : `?${query}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
