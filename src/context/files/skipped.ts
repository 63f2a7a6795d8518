/** Folders that hold nothing of the project's own, wherever they are. */
const FOREIGN: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  '__pycache__',
  'site-packages',
  'venv',
  'CVS',
]);

/** Folders with what is made or copied in, beside a manifest or at the top. Elsewhere a folder of such a name may be the project's. */
const MADE: ReadonlySet<string> = new Set([
  'dist',
  'build',
  'out',
  'target',
  'vendor',
  'third_party',
  'coverage',
]);

/** Hidden folders are settings of tools, but for these. */
const SHOWN: ReadonlySet<string> = new Set(['.github', '.sdlc']);

/** Where the like of a folder is kept, what a build makes lies beside it. */
export const MANIFESTS: ReadonlySet<string> = new Set([
  'package.json',
  'pyproject.toml',
  'setup.py',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'Gemfile',
]);

/** Whether a folder is not looked into. `isByManifest`: it lies at the top or beside a manifest. */
export function isForeignFolder(name: string, isByManifest: boolean): boolean {
  if (name.startsWith('.')) return !SHOWN.has(name);
  return FOREIGN.has(name) || (isByManifest && MADE.has(name));
}

const SECRET =
  /^(?:\.env(?:\..*|rc)?|\.npmrc|\.pypirc|\.netrc|\.htpasswd|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)(?:\..*)?|(?:.*[._-])?(?:credentials?|secrets?)\.(?:json|ya?ml|toml|ini|txt)|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg))$/i;

/** Whether a file mostly holds secrets, by its name. It is neither read nor named. */
export function isSecretFile(name: string): boolean {
  return SECRET.test(name);
}
