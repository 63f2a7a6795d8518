// What the bundle does for start-up that the sources need not know of.
import { builtinModules } from 'node:module';
import { basename, dirname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const ENTRY = 'lazy-entry:';
const STAND_IN = '\0lazy:';

/**
 * Loads packages on the first use of what they export. `packages` has the names that are used, all of them functions,
 * classes or objects, by package; any other name is refused by the bundler. A module of our own goes by its path, such
 * as `src/model/map.ts`; all that it needs is in its file once more, so no class of it may be compared with ours.
 *
 * Shape: `input` and `entries` build a `<file>.cjs` a package; `standIns` puts functions in the place of the package
 * that load that file, from beside their chunk, when they are first called.
 */
export function lazyPackages(packages) {
  const files = Object.keys(packages).map((name) => [
    name,
    isOwn(name) ? basename(name, '.ts') : name.replace(/^@[^/]*[/]/, '').replace(/[/].*$/, ''),
  ]);
  return {
    input: Object.fromEntries(files.map(([name, file]) => [file, `${ENTRY}${name}`])),
    entries: {
      name: 'lazy-entries',
      resolveId: (id) => (id.startsWith(ENTRY) ? id : null),
      load(id) {
        if (!id.startsWith(ENTRY)) return null;
        const name = id.slice(ENTRY.length);
        return `export { ${packages[name].join(', ')} } from ${JSON.stringify(isOwn(name) ? `${root}${name}` : name)};`;
      },
    },
    standIns: {
      name: 'lazy-stand-ins',
      resolveId(id, importer) {
        const isNear = id.startsWith('.') && importer;
        const name = isNear ? relative(root, resolve(dirname(importer), id)).replaceAll('\\', '/') : id;
        return Object.hasOwn(packages, name) ? `${STAND_IN}${name}` : null;
      },
      async load(id) {
        if (!id.startsWith(STAND_IN)) return null;
        const name = id.slice(STAND_IN.length);
        const own = await import(isOwn(name) ? pathToFileURL(`${root}${name}`) : name);
        const file = files.find(([each]) => each === name)[1];
        return [loaderOf(file), ...packages[name].map((key) => standIn(key, own[key]))].join('\n');
      },
    },
  };
}

function isOwn(name) {
  return name.startsWith('src/');
}

function loaderOf(file) {
  const require = `process.getBuiltinModule('node:module').createRequire(import.meta.url)`;
  return `let loaded;\nconst load = () => (loaded ??= ${require}('./${file}.cjs'));`;
}

/** `new` of a function that returns an object gives that object, so it stands in for a class too. */
function standIn(key, value) {
  if (typeof value !== 'function') {
    return `export const ${key} = new Proxy({}, { get: (_, name) => load().${key}[name] });`;
  }
  const isClass = /^class\b/.test(Function.prototype.toString.call(value));
  return `export function ${key}(...args) { return ${isClass ? `new (load().${key})` : `load().${key}`}(...args); }`;
}

const IMPORT =
  /^import (?:\* as (?<whole>[\w$]+)|(?<single>[\w$]+)|\{(?<named>[^}]*)\}) from "(?<module>[^"./][^"]*)";$/gm;

/**
 * Takes the modules of Node without `import`, which would make each of their exports on loading, also those that
 * are slow to make and that nobody uses.
 */
export function builtinsByNeed() {
  return {
    name: 'builtins-by-need',
    renderChunk(code) {
      return code.replace(IMPORT, (line, ...rest) => {
        const { whole, single, named, module } = rest.at(-1);
        if (!builtinModules.includes(module.replace(/^node:/, ''))) return line;
        const names = whole ?? single ?? `{${named.replaceAll(' as ', ': ')}}`;
        return `const ${names} = process.getBuiltinModule("${module}");`;
      });
    },
  };
}

/**
 * What stands in for slow parts of packages: `assert`, which loads a dozen modules of Node for two functions, and
 * `string-width`, which makes a segmenter when it is loaded, in half the time of a bare Node, and three times over.
 */
const LIGHT = {
  assert: `const refuse = (message) => { throw new Error(message); };
export const strictEqual = (a, b, message) => Object.is(a, b) || refuse(message);
export const notStrictEqual = (a, b, message) => Object.is(a, b) && refuse(message);`,
  'string-width': `import { displayWidth } from ${JSON.stringify(`${root}src/diagnostics/display-width.ts`)};
export default (text) => displayWidth(String(text).replace(/\\u001b\\[[\\d;]*m/g, ''));`,
};

/** Puts light parts in the place of heavy ones, in what yargs is made of. */
export function lightParts() {
  const LIGHT_PART = '\0light:';
  return {
    name: 'light-parts',
    resolveId: (id, importer) =>
      Object.hasOwn(LIGHT, id) && /[/](?:yargs|cliui|wrap-ansi)[/]/.test(importer ?? '')
        ? `${LIGHT_PART}${id}`
        : null,
    load: (id) => (id.startsWith(LIGHT_PART) ? LIGHT[id.slice(LIGHT_PART.length)] : null),
  };
}

/**
 * Yargs looks for a `package.json` to guess a version, which we name: beside itself, and in a bundle from the working
 * folder, which may be a stranger's and where a pipe of that name would be waited for.
 */
export function ownPackageOfYargs() {
  const from = 'mainFilename || process.cwd()';
  return {
    name: 'own-package-of-yargs',
    transform(code, id) {
      if (!id.endsWith('/yargs/lib/platform-shims/esm.mjs')) return null;
      if (!code.includes(from)) throw new Error(`yargs no longer has "${from}".`);
      return code.replace(from, () => 'dirname(__dirname)');
    },
  };
}
