import { readConfig, type ProjectConfig } from '../../project/config.ts';
import { MCP_CONFIG_FILE, readMcpServers } from '../../project/mcp-servers.ts';
import { DEFAULT_CONCURRENCY } from '../../run/host/host.ts';
import { concurrencyOf } from '../flags/concurrency.ts';
import { findAccepted } from './accepted-commands.ts';

/**
 * A setting as a run would find it.
 *
 * Shape: `from` is a variable, a file, or `default`; `help` says why a run would not use it.
 */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly from: string;
  readonly help?: string;
}

/** The settings where no flag overrides them, and where each comes from. Errors: throws UsageError and ProjectError. */
export function settingsOf(workFolder: string, workRoot: string): readonly Setting[] {
  const config = readConfig(workFolder);
  const file = config.file ?? 'default';
  const from = (isSet: boolean): string => (isSet ? file : 'default');
  const { WFMAP_CONCURRENCY: variable = '' } = process.env;
  const { concurrency = DEFAULT_CONCURRENCY } = concurrencyOf(undefined, config);
  return [
    { name: 'stories', value: config.stories.join(', '), from: file },
    { name: 'secrets', value: config.secrets.join(', ') || 'none', from: from(config.secrets.length > 0) },
    {
      name: 'environment',
      value: environmentText(config.environment),
      from: from(config.environment !== undefined),
    },
    notifyOf(config, workRoot),
    serversSetting(config, workRoot),
    { name: 'dirty', value: config.dirty ?? 'allow', from: from(config.dirty !== undefined) },
    {
      name: 'protectedBranches',
      value: config.protectedBranches.join(', ') || 'none',
      from: from(config.protectedBranches.length > 0),
    },
    {
      name: 'compared',
      value: config.compared.join(', ') || 'none',
      from: from(config.compared.length > 0),
    },
    {
      name: 'concurrency',
      value: String(concurrency),
      from: variable.trim() === '' ? from(config.concurrency !== undefined) : 'WFMAP_CONCURRENCY',
    },
  ];
}

/** What the setting `environment` passes on, in words. */
export function environmentText(names: readonly string[] | undefined): string {
  if (names === undefined) return 'all';
  return names.length === 0 ? 'minimal' : `minimal, ${names.join(', ')}`;
}

/** The MCP servers, and whether they would start. */
function serversSetting(config: ProjectConfig, workRoot: string): Setting {
  const servers = readMcpServers(config, workRoot);
  const names = Object.keys(servers);
  if (names.length === 0) return { name: 'mcpServers', value: 'none', from: 'default' };
  const file = config.file === undefined ? MCP_CONFIG_FILE : `${config.file}, ${MCP_CONFIG_FILE}`;
  const setting = { name: 'mcpServers', value: names.join(', '), from: file };
  if (findAccepted(workRoot, JSON.stringify(servers), 'mcpServers').isAccepted)
    return { ...setting, from: `${file}, accepted in this project` };
  return {
    ...setting,
    from: `${file}, not accepted in this project`,
    help: 'They start only after a person accepts them: at the terminal when a run starts whose tasks name them, or with --accept-settings.',
  };
}

/** The command that runs at the end of runs, and whether it would. */
function notifyOf({ notify = '', file = 'default' }: ProjectConfig, workRoot: string): Setting {
  if (notify.trim() === '') return { name: 'notify', value: 'none', from: 'default' };
  const setting = { name: 'notify', value: notify, from: file };
  if (findAccepted(workRoot, notify).isAccepted)
    return { ...setting, from: `${file}, accepted in this project` };
  return {
    ...setting,
    from: `${file}, not accepted in this project`,
    help: 'It runs only after a person accepts it: at the terminal when a run starts, or with --accept-settings.',
  };
}
