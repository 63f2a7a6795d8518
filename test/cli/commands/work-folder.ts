import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder with files in it, in the folder of an account that has nothing else. */
export interface WorkFolder {
  readonly home: string;
  readonly root: string;
  readonly put: (path: string, text: string | object) => void;
  readonly remove: () => void;
}

/** Paths that end in "/" become folders. */
export function createWorkFolder(files: Readonly<Record<string, string | object>> = {}): WorkFolder {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'wfmap-lines-')));
  const root = join(home, 'project');
  const put = (path: string, text: string | object): void => {
    const place = join(root, path);
    if (path.endsWith('/')) {
      mkdirSync(place, { recursive: true });
      return;
    }
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, typeof text === 'string' ? text : `${JSON.stringify(text, undefined, 2)}\n`);
  };
  mkdirSync(root);
  for (const [path, text] of Object.entries(files)) put(path, text);
  return { home, root, put, remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }) };
}

/** A map that asks nobody: a command, and a person where it fails. Its inputs are of every kind. */
export const PLAIN_MAP = {
  description: 'Make it and look at it',
  workslipFields: {
    wish: { type: 'string', description: 'What to make', required: true },
    times: { type: 'number', description: 'How often', required: false, default: 2 },
    quick: { type: 'boolean', description: 'Whether to hurry', required: false },
  },
  startTaskDefinition: 'Make',
  taskDefinitions: {
    Make: {
      type: 'shell',
      command: ['true'],
      as: 'made',
      actions: { Made: { target: 'Done', when: 'result.exitCode == 0' }, Failed: { target: 'Ask' } },
    },
    Ask: { type: 'human', prompt: 'Go on with ${wish}?', actions: { Yes: { target: 'Make' } } },
    Done: { type: 'end' },
  },
};

/** A map with tasks that are given a prompt. */
export const ASKING_MAP = {
  description: 'Have it done',
  workslipFields: { wish: { type: 'string', description: 'What to do', required: true } },
  startTaskDefinition: 'Work',
  taskDefinitions: {
    Work: {
      type: 'claude',
      promptTemplate: 'Do ${wish}.',
      as: 'work',
      actions: { Complete: { target: 'Check' } },
    },
    Check: { type: 'claude', promptTemplate: 'Check ${wish}.', actions: { Complete: { target: 'Done' } } },
    Done: { type: 'end' },
  },
};

/** A map that uses `asking.json`, the one before. */
export const OUTER_MAP = {
  ...PLAIN_MAP,
  startTaskDefinition: 'Inside',
  taskDefinitions: {
    Inside: {
      type: 'workflow',
      map: 'asking.json',
      with: { wish: 'wish' },
      actions: { Done: { target: 'Done' } },
    },
    Done: { type: 'end' },
  },
};
