// Which folder of src may import which: each only what stands below it in this list, and of that only
// what it needs. A folder that is no key here may not exist. See src/README.md for the picture.
const layers = {
  util: [],
  text: ['util'],
  diagnostics: ['text', 'util'],
  model: ['text', 'util'],
  language: ['model', 'util'],
  expression: ['model', 'diagnostics', 'text', 'util'],
  schema: ['model', 'util'],
  prompt: ['schema', 'expression', 'model', 'diagnostics', 'text', 'util'],
  parse: ['language', 'model', 'diagnostics', 'text', 'util'],
  validate: ['schema', 'prompt', 'expression', 'model', 'diagnostics', 'text', 'util'],
  compile: ['model', 'util'],
  print: ['parse', 'language', 'diagnostics', 'model', 'text', 'util'],
  graph: ['validate', 'diagnostics', 'model', 'text', 'util'],
  check: ['parse', 'validate', 'prompt', 'expression', 'diagnostics', 'model', 'text', 'util'],
  project: ['check', 'model', 'diagnostics', 'text', 'util'],
  journal: ['model', 'util'],
  view: ['journal', 'model', 'util'],
  process: ['model', 'util'],
  git: ['process', 'util'],
  artifact: ['view', 'journal', 'model', 'util'],
  agent: ['process', 'schema', 'model', 'util'],
  gate: ['model', 'util'],
  run: [
    'gate',
    'agent',
    'artifact',
    'view',
    'journal',
    'compile',
    'schema',
    'prompt',
    'expression',
    'model',
    'text',
    'util',
  ],
  scenario: [
    'run',
    'agent',
    'view',
    'journal',
    'compile',
    'schema',
    'prompt',
    'diagnostics',
    'model',
    'text',
    'util',
  ],
  lsp: [
    'scenario',
    'run',
    'project',
    'check',
    'print',
    'parse',
    'validate',
    'prompt',
    'expression',
    'diagnostics',
    'language',
    'model',
    'text',
    'util',
  ],
  cli: [
    'lsp',
    'scenario',
    'run',
    'gate',
    'agent',
    'artifact',
    'view',
    'journal',
    'git',
    'process',
    'project',
    'check',
    'compile',
    'print',
    'graph',
    'schema',
    'prompt',
    'expression',
    'diagnostics',
    'language',
    'model',
    'text',
    'util',
  ],
};
const core = [
  'util',
  'text',
  'diagnostics',
  'model',
  'language',
  'expression',
  'schema',
  'prompt',
  'parse',
  'validate',
  'compile',
  'print',
  'graph',
  'check',
];

// The rooms of the large folders, from the bottom up: each may import those before it. A file of such a folder that is in
// no room stands above them all.
export const rooms = {
  expression: ['types', 'functions', 'cel', 'check', 'guards'],
  prompt: ['values', 'parse', 'check', 'shell', 'render'],
  parse: ['tree', 'decode', 'words', 'grammar', 'build', 'recovery'],
  validate: ['blocks', 'names', 'types', 'checks', 'rules'],
  run: ['program', 'state', 'host', 'live', 'scope', 'people', 'decide', 'drive', 'files', 'start'],
  lsp: ['documents', 'symbols', 'completion', 'features', 'server'],
  cli: [
    'io',
    'views',
    'git',
    'flags',
    'live',
    'progress',
    'ask',
    'settings',
    'running',
    'signed',
    'answer',
    'eject',
    'new',
    'test',
    'validate',
    'commands',
  ],
};

// Packages and Node modules that only their owners may use; everybody else takes an interface.
const owners = {
  'jsonc-parser': ['parse'],
  chevrotain: ['parse'],
  ajv: ['schema'],
  yaml: ['prompt', 'scenario'],
  handlebars: ['prompt'],
  '@dagrejs/dagre': ['graph'],
  '@marcbachmann/cel-js': ['expression'],
  xstate: ['compile', 'run'],
  yargs: ['cli'],
  'vscode-languageserver': ['lsp'],
  'vscode-languageserver-textdocument': ['lsp'],
  'node:child_process': ['process'],
  'node:fs': ['journal', 'project', 'process', 'git', 'lsp', 'cli'],
};

const API = '^src/[^/]+[.]ts$';
const under = (folder) => `^src/${folder}/`;
const escaped = (name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const refuse = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    ...Object.entries(layers).map(([folder, allowed]) =>
      refuse(
        `layer-${folder}`,
        `src/${folder} may import only: ${allowed.join(', ') || 'nothing of src'}.`,
        { path: under(folder) },
        { path: '^src/', pathNot: [folder, ...allowed].map(under) },
      ),
    ),
    ...Object.entries(owners).map(([name, folders]) =>
      refuse(
        `owner-${name.replaceAll(/[^a-z-]/g, '-')}`,
        `Only ${folders.join(' and ') || 'build tools'} may use ${name}.`,
        { path: '^src/', pathNot: folders.map(under) },
        {
          path: name.startsWith('node:')
            ? `^(node:)?${name.slice(5)}(/|$)`
            : `(^|/)node_modules/${escaped(name)}(/|$)`,
        },
      ),
    ),
    refuse(
      'core-has-no-node',
      'The core also runs in a browser.',
      { path: `^src/(${core.join('|')})/` },
      { dependencyTypes: ['core'] },
    ),
    refuse(
      'known-folder',
      'Give a new folder a place in the layers.',
      { path: '^src/', pathNot: [API, `^src/(${Object.keys(layers).join('|')})/`] },
      {},
    ),
    ...Object.entries(rooms).flatMap(([folder, names]) => [
      ...names.map((room, floor) =>
        refuse(
          `room-${folder}-${room}`,
          `Of its folder, src/${folder}/${room} may import only: ${names.slice(0, floor).join(', ') || 'nothing'}.`,
          { path: under(`${folder}/${room}`) },
          {
            path: under(folder),
            pathNot: names.slice(0, floor + 1).map((each) => under(`${folder}/${each}`)),
          },
        ),
      ),
      refuse(
        `known-room-${folder}`,
        'Give a new room a place among the others.',
        { path: `${under(folder)}[^/]+/`, pathNot: under(`${folder}/(${names.join('|')})`) },
        {},
      ),
    ]),
    refuse(
      'rule-knows-no-rule',
      'A rule checks one law alone.',
      { path: '^src/validate/rules/' },
      { path: '^src/validate/rules/' },
    ),
    refuse('no-cycle', 'Not by types either.', {}, { circular: true }),
    refuse(
      'src-knows-no-test',
      'Code does not know its tests.',
      { path: '^src/' },
      { path: '^(test|bench)/' },
    ),
    refuse(
      'no-dev-dependency',
      'It is absent where wfmap is installed.',
      { path: '^src/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    ),
    refuse('no-unresolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    {
      ...refuse(
        'no-orphan',
        'Use it or remove it.',
        { orphan: true, pathNot: ['^test/', '^bench/', '[.]d[.]ts$'] },
        {},
      ),
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
